import { formatCount, formatPct, formatScore } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { numberColumn } from '../../ui/table/number-column.ts'
import { type ReportColumn, ReportTable } from './ReportTable.tsx'
import type { BrandData } from './report-data.ts'

type Row = BrandData['prompts']['prompts'][number]
type PromptSectionProps = {
  brand: BrandData
  /** Returns the address of an answer; absent where readers cannot open answers. */
  answerHref?: ((answerId: string) => string) | undefined
}

const shownPrompts = 20

/** The prompts with answers in the period, highest visibility first. */
export function PromptSection({ brand, answerHref }: PromptSectionProps) {
  return (
    <ReportTable
      caption={t('reports.sections.prompts')}
      columns={columnsWith((promptId) => {
        const example = brand.examples.find(({ prompt_id }) => prompt_id === promptId)
        return example && answerHref?.(example.answer_id)
      })}
      rows={getPrompts(brand).slice(0, shownPrompts)}
      getKey={({ prompt_id }) => prompt_id}
    />
  )
}

export const promptLead = (brand: BrandData): string =>
  Math.min(shownPrompts, getPrompts(brand).length) < brand.summary.prompt_count
    ? t('reports.prompts.lead', {
        shown: Math.min(shownPrompts, getPrompts(brand).length),
        all: brand.summary.prompt_count,
      })
    : ''

const getPrompts = ({ prompts }: BrandData) => prompts.prompts.filter(({ result_count }) => result_count > 0)

const columnsWith = (getHref: (promptId: string) => string | undefined): ReportColumn<Row>[] => [
  {
    label: t('reports.prompts.columns.prompt'),
    cell: ({ prompt_id, prompt_text }) => {
      const href = getHref(prompt_id)
      return (
        <>
          <span className="[overflow-wrap:anywhere]">{prompt_text} </span>
          {href && (
            <a href={href} className="link whitespace-nowrap text-xs print:hidden">
              {t('reports.prompts.example')}
            </a>
          )}
        </>
      )
    },
  },
  numberColumn(t('reports.prompts.columns.visibility'), (row) => formatScore(row.avg_visibility_score)),
  numberColumn(t('reports.prompts.columns.mentionRate'), (row) => formatPct(row.mention_rate_pct)),
  numberColumn(t('reports.prompts.columns.competitors'), (row) => formatScore(row.avg_competitor_score), {
    onlyWide: true,
  }),
  numberColumn(t('reports.prompts.columns.answers'), (row) => formatCount(row.result_count), {
    onlyWide: true,
  }),
]
