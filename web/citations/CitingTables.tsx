/** The answers that cite a page, by platform and prompt, and the brands they mention. */
import { formatCount } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink, SampleLink } from '../answers/AnswersLink.tsx'
import type { AnswerSearch } from '../answers/search.ts'
import type { Returns } from '../api.ts'
import { PromptLink } from '../prompts/PromptLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Section } from '../ui/page/Section.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { RateCell } from '../ui/table/MetricCells.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { ShowMore } from '../ui/table/ShowMore.tsx'

type Cited = Returns<'GET /api/metrics/cited-page'>
type Usage = Pick<Cited, 'result_count' | 'results_citing' | 'usage_pct' | 'interval'>
type PartProps = { cited: Cited; requestQuery: Record<string, string> }

const csvExport = (requestQuery: Record<string, string>, table: string) => (
  <CsvLink href={csvHref('GET /api/metrics/cited-page', requestQuery, table)} />
)

export function UsageByPlatform({ cited, requestQuery }: PartProps) {
  const columns: Column<Cited['by_platform'][number]>[] = [
    {
      label: t('citations.usage.columns.platform'),
      cell: ({ platform }) => <span className="font-medium">{platformLabels[platform]}</span>,
    },
    ...usageColumns<Cited['by_platform'][number]>(
      () => ({ url: cited.url }),
      ({ platform }) => ({ platform }),
    ),
  ]
  return (
    <Section title={t('citations.usage.byPlatform')} actions={csvExport(requestQuery, 'by_platform')}>
      <DataTable
        caption={t('citations.usage.byPlatformCaption')}
        columns={columns}
        rows={cited.by_platform}
        getKey={({ platform }) => platform}
      />
    </Section>
  )
}

type CitingPromptsProps = PartProps & {
  prompts: Cited['prompts']
  list: Parameters<typeof ShowMore>[0]['list']
}

export function CitingPrompts({ cited, prompts, list, requestQuery }: CitingPromptsProps) {
  const columns: Column<Cited['prompts'][number]>[] = [
    {
      label: t('citations.usage.columns.prompt'),
      className: 'sm:min-w-64',
      cell: (row) => <PromptCell row={row} />,
    },
    ...usageColumns<Cited['prompts'][number]>(
      ({ prompt_id }) => ({ url: cited.url, prompt: prompt_id }),
      () => ({}),
      ({ prompt_id }) => ({ prompt: prompt_id }),
    ),
  ]
  return (
    <Section
      title={t('citations.usage.byPrompt')}
      lead={t('citations.usage.byPromptLead')}
      actions={csvExport(requestQuery, 'prompts')}
    >
      <DataTable
        caption={t('citations.usage.byPromptCaption')}
        columns={columns}
        rows={prompts}
        getKey={({ prompt_id }) => prompt_id}
      />
      <ShowMore list={list} />
    </Section>
  )
}

function PromptCell({ row }: { row: Cited['prompts'][number] }) {
  return (
    <>
      <PromptLink prompt={row} />
      {row.topic_name && (
        <span className="mt-1 block">
          <Badge>{row.topic_name}</Badge>
        </span>
      )}
    </>
  )
}

/** `citing`: the answers behind the share; `all`: its denominator. */
function usageColumns<T extends Usage>(
  citing: (row: T) => AnswerSearch,
  filter: (row: T) => Record<string, string>,
  all: (row: T) => AnswerSearch = () => ({}),
): Column<T>[] {
  return [
    numberColumn(t('citations.usage.columns.citingAnswers'), (row) =>
      row.results_citing === 0 ? (
        formatCount(0)
      ) : (
        <AnswersLink of={citing(row)} filter={filter(row)}>
          {formatCount(row.results_citing)}
        </AnswersLink>
      ),
    ),
    numberColumn(t('citations.usage.columns.share'), ({ usage_pct, interval }) => (
      <RateCell pct={usage_pct} interval={interval} />
    )),
    numberColumn(t('citations.usage.columns.answers'), (row) => (
      <SampleLink count={row.result_count} of={all(row)} filter={filter(row)} />
    )),
  ]
}

export function MentionedBrands({ cited, requestQuery }: PartProps) {
  const { url, results_citing } = cited
  const columns: Column<Cited['named'][number]>[] = [
    {
      label: t('citations.mentionedBrands.columns.name'),
      cell: ({ competitor_id, name }) => (
        <span className="flex flex-wrap items-center gap-2 font-medium">
          <span className="[overflow-wrap:anywhere]">{name}</span>
          {competitor_id === null && <Badge tone="accent">{t('citations.mentionedBrands.you')}</Badge>}
        </span>
      ),
    },
    numberColumn(t('citations.mentionedBrands.columns.answers'), ({ competitor_id, results_naming }) => (
      <AnswersLink
        of={{ url, ...(competitor_id === null ? { named: 'yes' } : { competitor: competitor_id }) }}
      >
        {formatCount(results_naming)}
      </AnswersLink>
    )),
    numberColumn(t('citations.mentionedBrands.columns.share'), ({ pct, interval }) => (
      <RateCell pct={pct} interval={interval} />
    )),
    numberColumn(t('citations.mentionedBrands.columns.citingAnswers'), () => (
      <SampleLink count={results_citing} of={{ url }} />
    )),
  ]
  return (
    <Section
      title={t('citations.mentionedBrands.title')}
      lead={t('citations.mentionedBrands.lead')}
      actions={csvExport(requestQuery, 'named')}
    >
      <DataTable
        caption={t('citations.mentionedBrands.caption')}
        columns={columns}
        rows={cited.named}
        getKey={({ competitor_id }) => competitor_id ?? 'you'}
      />
    </Section>
  )
}
