import { t } from '../../vocabulary/texts.ts'
import { useFilterChoice } from '../brands/FilterBar.tsx'
import { classes } from '../ui/classes.ts'
import { usePromptLeaders } from './changes/prompt-leaders.ts'
import type { PromptTableData } from './prompt-table.ts'
import type { PromptsSearch } from './search.ts'

type StatusTabsProps = { search: PromptsSearch; totals: PromptTableData['totals'] | undefined }

/** All prompts, by status, or those whose leader changed. */
export function StatusTabs({ search, totals }: StatusTabsProps) {
  const choose = useFilterChoice()
  const { data: leaders } = usePromptLeaders()
  const changed = leaders?.prompts.filter(({ outcome }) => outcome !== 'other').length
  const tabs = [
    { label: t('prompts.list.all'), status: '', view: '', count: totals?.prompts },
    { label: t('promptChanges.page.tab'), status: '', view: 'changes', count: changed },
    {
      label: t('prompts.list.active'),
      status: 'active',
      view: '',
      count: totals && totals.prompts - totals.paused,
    },
    { label: t('prompts.list.paused'), status: 'inactive', view: '', count: totals?.paused },
  ]
  return (
    <fieldset className="flex flex-wrap gap-1" aria-label={t('prompts.list.status')}>
      {tabs.map(({ label, status, view, count }) => {
        const isChosen = (search.view ?? '') === view && (view !== '' || (search.status ?? '') === status)
        return (
          <button
            key={label}
            type="button"
            aria-pressed={isChosen}
            onClick={() => choose({ status, view, prompt: '', rival: '' })}
            className={classes(
              'border-b-2 px-2 py-1.5 text-sm font-medium',
              isChosen ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {label} <span className="font-normal tabular-nums text-muted">{count}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
