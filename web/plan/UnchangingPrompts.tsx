import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { formatCost, formatCount, joinFacts } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import { type Returns, read } from '../api.ts'
import { noFilters } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { ChangesTable } from './ChangesTable.tsx'
import { frequencyColumns } from './frequency-columns.tsx'
import { useSetFrequencies } from './useSetFrequencies.ts'

type Row = Returns<'GET /api/brands/:brand/unchanging-prompts'>['items'][number]

/** Prompts whose answers have been the same for months. */
export function UnchangingPrompts({ onReduced }: { onReduced: () => void }) {
  const { brand } = useBrand()
  const prompts = useQuery(read('GET /api/brands/:brand/unchanging-prompts', { params: { brand: brand.id } }))
  const items = prompts.data?.items ?? []
  const reduce = useSetFrequencies(items, onReduced)
  return (
    <Section
      title={t('sampling.unchanging.title')}
      lead={t('sampling.unchanging.lead')}
      actions={
        items.length > 0 && (
          <Button busy={reduce.isPending} onClick={() => reduce.mutate()}>
            {t('sampling.unchanging.reduce', { saving: formatCost(prompts.data?.saving_micros ?? 0) })}
          </Button>
        )
      }
    >
      <ErrorNotice error={reduce.error} className="mb-3" />
      <QueryBoundary query={prompts}>
        {(data) =>
          items.length === 0 ? (
            <EmptyState isCard Icon={CircleCheck} title={t('sampling.unchanging.empty')}>
              {t('sampling.unchanging.emptyHint')}
            </EmptyState>
          ) : (
            <ChangesTable
              caption={t('sampling.changes.saving')}
              columns={columns(data.first_day)}
              rows={items}
            />
          )
        }
      </QueryBoundary>
    </Section>
  )
}

function columns(firstDay: string): Column<Row>[] {
  const [prompt, ...rest] = frequencyColumns<Row>()
  return [
    ...(prompt ? [prompt] : []),
    {
      label: t('sampling.unchanging.named'),
      cell: ({ named }) => (named.length === 0 ? t('sampling.unchanging.noBrand') : joinFacts(named)),
    },
    numberColumn(t('sampling.unchanging.answers'), ({ result_count, prompt_ids, platform }) => (
      <AnswersLink
        of={{ prompt: prompt_ids.join() }}
        filter={{ ...noFilters, from: firstDay, to: '', platform }}
      >
        {formatCount(result_count)}
      </AnswersLink>
    )),
    ...rest,
  ]
}
