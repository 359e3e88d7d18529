import { formatCost } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { PromptLink } from '../prompts/PromptLink.tsx'
import { PromptTraits } from '../prompts/PromptTraits.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import type { Plan } from './queries.ts'

type Change = NonNullable<Plan['proposal']>['changes'][number]

/** A change of how often a prompt is asked on a platform. */
export const frequencyColumns = <T extends Change>(): Column<T>[] => [
  {
    label: t('sampling.changes.prompt'),
    cell: (prompt) => (
      <>
        <PromptLink prompt={prompt} />
        <span className="flex min-w-0 gap-x-2 text-xs text-muted">
          <PromptTraits prompt={prompt} />
          {prompt.follow_up_count > 0 && t('sampling.changes.followUps', { count: prompt.follow_up_count })}
        </span>
      </>
    ),
  },
  { label: t('sampling.changes.platform'), cell: ({ platform }) => platformLabels[platform] },
  numberColumn(t('sampling.changes.now'), ({ every_now }) =>
    t('sampling.changes.every', { every: every_now }),
  ),
  numberColumn(t('sampling.changes.then'), ({ every }) => t('sampling.changes.every', { every })),
  numberColumn(t('sampling.changes.saving'), ({ saving_micros }) => formatCost(saving_micros)),
]
