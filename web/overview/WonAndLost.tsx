import { Link } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { type ChangedPrompt, usePromptLeaders } from '../prompts/changes/prompt-leaders.ts'
import { PeriodMark } from '../ui/PeriodMark.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'

const shownAtMost = 6

/** The prompts whose leader changed in the period, largest change of the lead first. */
export function WonAndLost() {
  const { slug, filter } = useBrand()
  const { data } = usePromptLeaders()
  if (!data) return <Bar className="min-h-24 rounded-xl" />
  const changed = data.prompts.filter(({ outcome }) => outcome !== 'other')
  return (
    <Card
      title={t('promptChanges.list.label')}
      lead={t('overview.wonAndLost.lead')}
      actions={
        changed.length > 0 && (
          <Link
            to="/dashboard/brands/$slug/prompts"
            params={{ slug }}
            search={{ ...filter, view: 'changes' }}
            className="link"
          >
            {t('overview.wonAndLost.all', { count: changed.length })}
          </Link>
        )
      }
    >
      {changed.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted">
          {data.previous_window === null
            ? t('promptChanges.page.noPrevious')
            : t('promptChanges.page.empty', { kept: data.kept })}
        </p>
      ) : (
        <DataTable
          isInCard
          isOneLine
          caption={t('overview.wonAndLost.lead')}
          columns={columns()}
          rows={changed.slice(0, shownAtMost)}
          getKey={({ prompt_id }) => prompt_id}
        />
      )}
    </Card>
  )
}

const columns = (): Column<ChangedPrompt>[] => [
  {
    label: t('overview.wonAndLost.prompt'),
    className: 'sm:w-full sm:max-w-0',
    cell: (prompt) => <ChangeLink prompt={prompt} />,
  },
  {
    label: t('overview.wonAndLost.against'),
    cell: ({ outcome, competitor: { name } }) => (
      <span className="text-muted">
        {outcome === 'lost' ? t('promptChanges.list.lost', { name }) : t('promptChanges.list.won', { name })}
      </span>
    ),
  },
  numberColumn(t('ui.period.change'), ({ change }) => <PeriodMark change={change} />),
]

function ChangeLink({ prompt: { prompt_id, prompt_text } }: { prompt: ChangedPrompt }) {
  const { slug, filter } = useBrand()
  return (
    <Link
      to="/dashboard/brands/$slug/prompts"
      params={{ slug }}
      search={{ ...filter, view: 'changes', prompt: prompt_id }}
      title={prompt_text}
      className="block truncate hover:underline"
    >
      {prompt_text}
    </Link>
  )
}
