import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { SampleLink } from '../answers/AnswersLink.tsx'
import { type Returns, read } from '../api.ts'
import { brandFilter } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { PeriodMark } from '../ui/PeriodMark.tsx'
import { Section } from '../ui/page/Section.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { ScoreCell } from '../ui/table/MetricCells.tsx'

type Topic = Returns<'GET /api/metrics/topics'>['topics'][number]

/** Visibility by topic. */
export function TopicTable() {
  const { query } = useBrand()
  const { data } = useQuery(read('GET /api/metrics/topics', { query }))
  if (!data || data.topics.length === 0) return null
  return (
    <Section
      title={t('prompts.topicTable.title')}
      actions={<CsvLink href={csvHref('GET /api/metrics/topics', query)} />}
    >
      <DataTable
        caption={t('prompts.topicTable.caption')}
        columns={columns()}
        rows={data.topics}
        getKey={({ id }) => id}
      />
    </Section>
  )
}

const columns = (): Column<Topic>[] => [
  { label: t('prompts.topicTable.topic'), cell: (topic) => <TopicLink topic={topic} /> },
  {
    label: t('labels.metric.visibility_score.label'),
    isNumber: true,
    cell: ({ avg_visibility_score, score_interval }) => (
      <ScoreCell score={avg_visibility_score} interval={score_interval} />
    ),
  },
  {
    label: t('ui.period.change'),
    isNumber: true,
    cell: ({ change }) => <PeriodMark change={change} />,
  },
  {
    label: t('prompts.topicTable.prompts'),
    isNumber: true,
    cell: ({ prompt_count }) => formatCount(prompt_count),
  },
  {
    label: t('prompts.topicTable.answers'),
    isNumber: true,
    cell: ({ id, result_count }) => <SampleLink count={result_count} filter={{ topic: id }} />,
  },
]

function TopicLink({ topic: { id, name } }: { topic: Topic }) {
  const { slug, filter } = useBrand()
  return (
    <Link
      to="/dashboard/brands/$slug/prompts"
      params={{ slug }}
      search={{ ...brandFilter(filter), topic: id }}
      className="font-medium hover:underline"
    >
      {name}
    </Link>
  )
}
