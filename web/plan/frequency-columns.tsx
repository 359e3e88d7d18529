import { formatCost } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { PromptLink } from '../prompts/PromptLink.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import type { Plan } from './queries.ts'

type Change = NonNullable<Plan['proposal']>['changes'][number]

/** A change of how often a prompt is asked on a platform. */
export const frequencyColumns = <T extends Change>(): Column<T>[] => [
  {
    label: t('sampling.changes.prompt'),
    cell: (prompt) => <PromptLink prompt={prompt} />,
  },
  { label: t('sampling.changes.platform'), cell: ({ platform }) => platformLabels[platform] },
  {
    label: t('sampling.changes.now'),
    isNumber: true,
    cell: ({ every_now }) => t('sampling.changes.every', { every: every_now }),
  },
  {
    label: t('sampling.changes.then'),
    isNumber: true,
    cell: ({ every }) => t('sampling.changes.every', { every }),
  },
  {
    label: t('sampling.changes.saving'),
    isNumber: true,
    cell: ({ saving_micros }) => formatCost(saving_micros),
  },
]
