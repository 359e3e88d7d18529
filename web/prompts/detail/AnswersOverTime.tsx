import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { formatScore, formatUtcTime, joinFacts } from '../../../vocabulary/formats.ts'
import { platformLabels } from '../../../vocabulary/platforms.ts'
import { t } from '../../../vocabulary/texts.ts'
import { AnswerLink } from '../../answers/AnswersLink.tsx'
import { type Returns, readPages } from '../../api.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { QueryError } from '../../ui/page/QueryError.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { Bar } from '../../ui/page/Skeleton.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { numberColumn } from '../../ui/table/number-column.ts'
import { ShowMore } from '../../ui/table/ShowMore.tsx'

const AnswerDiff = lazy(async () => ({ default: (await import('../AnswerDiff.tsx')).AnswerDiff }))

type Row = Returns<'GET /api/answers'>['items'][number]

const pageSize = 15

/** The answers to the prompt, newest first. Two of them can be compared. */
export function AnswersOverTime({ id }: { id: string }) {
  const { query } = useBrand()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const answers = useInfiniteQuery(
    readPages('GET /api/answers', { query: { ...query, prompt_id: id, status: 'any', limit: pageSize } }),
  )
  const rows = answers.data?.pages.flatMap(({ items }) => items) ?? []
  // Compares the two answers selected last.
  const choose = (answer: string) =>
    setChosen(
      chosen.includes(answer) ? chosen.filter((each) => each !== answer) : [...chosen, answer].slice(-2),
    )
  const pair = rows.filter((row) => chosen.includes(row.id)).toReversed()
  const [older, newer] = pair
  return (
    <Section title={t('prompts.answersOverTime.title')} lead={t('prompts.answersOverTime.lead')}>
      <QueryError query={answers} />
      {answers.isPending && <Bar className="h-64 rounded-xl" />}
      {older && newer && (
        <Suspense fallback={<Bar className="mb-4 h-40 rounded-xl" />}>
          <AnswerDiff older={older} newer={newer} onClose={() => setChosen([])} />
        </Suspense>
      )}
      {answers.data &&
        (rows.length === 0 ? (
          <p className="card px-5 py-4 text-muted">{t('prompts.promptPage.noAnswers')}</p>
        ) : (
          <DataTable
            caption={t('prompts.answersOverTime.caption')}
            columns={getColumns(chosen, choose)}
            rows={rows}
            getKey={(row) => row.id}
          />
        ))}
      <ShowMore list={answers} />
    </Section>
  )
}

function getColumns(chosen: readonly string[], choose: (id: string) => void): Column<Row>[] {
  return [
    { label: t('prompts.answersOverTime.answered'), cell: (row) => <AnswerCell row={row} /> },
    {
      label: t('prompts.answersOverTime.platform'),
      cell: ({ platform, region, model }) => (
        <>
          {platformLabels[platform]}
          {region && <span className="text-muted"> {region}</span>}
          {model && <span className="block text-xs text-muted">{model}</span>}
        </>
      ),
    },
    {
      label: t('prompts.answersOverTime.mentioned'),
      cell: ({ status, mentioned, rank }) =>
        status !== 'answered'
          ? t(`labels.answerStatus.${status}`)
          : mentioned
            ? rank === null
              ? t('prompts.answersOverTime.isMentionedUnranked')
              : t('prompts.answersOverTime.isMentioned', { rank })
            : t('prompts.answersOverTime.isNotMentioned'),
    },
    numberColumn(t('labels.metric.visibility_score.label'), ({ status, visibility_score }) =>
      formatScore(status === 'answered' ? visibility_score : null),
    ),
    {
      label: t('prompts.answersOverTime.sentiment'),
      onlyWide: true,
      cell: ({ sentiment }) => (sentiment === null ? '' : t(`labels.sentiment.${sentiment}`)),
    },
    {
      label: t('prompts.answersOverTime.alsoMentioned'),
      onlyWide: true,
      cell: ({ competitors }) => joinFacts(competitors),
    },
    {
      label: t('prompts.answersOverTime.compare'),
      cell: (row) =>
        row.status === 'answered' && (
          <input
            type="checkbox"
            aria-label={t('prompts.answersOverTime.compareAnswer', {
              platform: platformLabels[row.platform],
              answeredAt: formatUtcTime(row.answered_at),
            })}
            checked={chosen.includes(row.id)}
            onChange={() => choose(row.id)}
            className="size-4.5 accent-accent"
          />
        ),
    },
  ]
}

function AnswerCell({ row }: { row: Row }) {
  return (
    <AnswerLink
      id={row.id}
      of={{ prompt: row.prompt.id }}
      className="whitespace-nowrap font-medium hover:underline"
    >
      {formatUtcTime(row.answered_at)}
      {row.sample > 1 && (
        <span className="text-muted">{t('prompts.answersOverTime.sample', { sample: row.sample })}</span>
      )}
    </AnswerLink>
  )
}
