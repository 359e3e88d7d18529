import { useQuery } from '@tanstack/react-query'
import { formatUtcTime, joinFacts } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswerLink, AnswersLink } from '../answers/AnswersLink.tsx'
import { type Returns, read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'

type Row = Returns<'GET /api/answers'>['items'][number]

const newest = 10

/** The newest answers that cite a page. */
export function CitingAnswers({ url, count }: { url: string; count: number }) {
  const { query } = useBrand()
  const answers = useQuery(read('GET /api/answers', { query: { ...query, url, limit: newest } }))
  const columns: Column<Row>[] = [
    {
      label: t('citations.newestAnswers.columns.prompt'),
      className: 'sm:min-w-64',
      cell: ({ id, prompt }) => (
        <AnswerLink id={id} of={{ url }} className="font-medium hover:underline [overflow-wrap:anywhere]">
          {prompt.text}
        </AnswerLink>
      ),
    },
    ...rest(),
  ]
  return (
    <Section
      title={t('citations.newestAnswers.title')}
      actions={<AnswersLink of={{ url }}>{t('citations.newestAnswers.viewAll', { count })}</AnswersLink>}
    >
      <QueryBoundary query={answers}>
        {({ items }) => (
          <DataTable
            caption={t('citations.newestAnswers.caption')}
            columns={columns}
            rows={items}
            getKey={({ id }) => id}
          />
        )}
      </QueryBoundary>
    </Section>
  )
}

const rest = (): Column<Row>[] => [
  {
    label: t('citations.newestAnswers.columns.platform'),
    cell: ({ platform, region }) => (
      <>
        {platformLabels[platform]}
        {region && <span className="text-muted"> {region}</span>}
      </>
    ),
  },
  {
    label: t('citations.newestAnswers.columns.mentioned'),
    cell: ({ mentioned, rank }) =>
      mentioned
        ? rank === null
          ? t('answers.cells.mentionedUnranked')
          : t('answers.cells.mentioned', { rank })
        : t('answers.cells.notMentioned'),
  },
  {
    label: t('citations.newestAnswers.columns.alsoMentioned'),
    onlyWide: true,
    cell: ({ competitors }) => joinFacts(competitors),
  },
  {
    label: t('citations.newestAnswers.columns.date'),
    cell: ({ answered_at }) => (
      <time dateTime={answered_at} className="whitespace-nowrap text-muted">
        {formatUtcTime(answered_at)}
      </time>
    ),
  },
]
