import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatScore, formatUtcTime } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { AnswerDiff } from '../prompts/AnswerDiff.tsx'
import { Button } from '../ui/Button.tsx'
import { BackLink } from '../ui/page/BackLink.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { AnswerLink } from './AnswersLink.tsx'
import { AnswerText } from './AnswerText.tsx'
import { type Answer, getHighlights } from './answer-highlights.ts'
import { answerQuery } from './queries.ts'

/** Two answers side by side, with the mentions in both. */
export function ComparePage() {
  const { brand, slug, filter } = useBrand()
  const { a, b } = useSearch({ from: '/dashboard/brands/$slug/answers/compare' })
  const first = useQuery({ ...answerQuery(a ?? ''), enabled: a !== undefined })
  const second = useQuery({ ...answerQuery(b ?? ''), enabled: b !== undefined })
  const [isDiff, setDiff] = useState(false)
  const pair = getPair(first.data, second.data)
  return (
    <Page
      back={
        <BackLink to="/dashboard/brands/$slug/answers" params={{ slug }} search={filter}>
          {t('answers.answer.back')}
        </BackLink>
      }
      title={t('answers.compare.title')}
      within={brand.name}
      lead={pair && promptText(pair)}
      actions={
        pair?.isSamePlatform && (
          <Button aria-pressed={isDiff} onClick={() => setDiff(!isDiff)}>
            <ArrowLeftRight aria-hidden className="size-4" />
            {isDiff ? t('answers.compare.sideBySide') : t('answers.compare.differences')}
          </Button>
        )
      }
    >
      {a === undefined || b === undefined ? (
        <EmptyState isCard Icon={ArrowLeftRight} title={t('answers.compare.emptyTitle')}>
          {t('answers.compare.empty')}
        </EmptyState>
      ) : pair && isDiff ? (
        <AnswerDiff older={pair.older} newer={pair.newer} onClose={() => setDiff(false)} />
      ) : (
        <>
          <p className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
            <span className="own-mention">{t('answers.answer.ownMention')}</span>
            <span className="competitor-mention text-ink">{t('answers.answer.competitorMention')}</span>
            {pair && !pair.isSamePlatform && <span>{t('answers.compare.otherPlatforms')}</span>}
          </p>
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {[first, second].map((query, index) => (
              <QueryBoundary key={index === 0 ? 'first' : 'second'} query={query} className="h-96">
                {(answer) => <Side number={index + 1} answer={answer} />}
              </QueryBoundary>
            ))}
          </div>
        </>
      )}
    </Page>
  )
}

type Pair = { older: Answer; newer: Answer; isSamePlatform: boolean }

function getPair(first: Answer | undefined, second: Answer | undefined): Pair | null {
  if (!first || !second) return null
  const [older, newer] = first.answered_at <= second.answered_at ? [first, second] : [second, first]
  return { older, newer, isSamePlatform: older.platform === newer.platform }
}

const promptText = ({ older, newer }: Pair): string =>
  older.prompt.id === newer.prompt.id
    ? older.prompt.text
    : t('answers.compare.twoPrompts', { first: older.prompt.text, second: newer.prompt.text })

function Side({ number, answer }: { number: number; answer: Answer }) {
  const { mentioned, rank } = answer.mentions
  return (
    <section
      aria-label={t('answers.compare.side', { number, platform: platformLabels[answer.platform] })}
      className="card min-w-0"
    >
      <header className="border-b border-line px-4 py-3 sm:px-5">
        <h2 className="font-semibold">
          <AnswerLink id={answer.id} className="hover:underline">
            {platformLabels[answer.platform]}
          </AnswerLink>
        </h2>
        <p className="text-sm text-muted">
          {[formatUtcTime(answer.answered_at), answer.model].filter(Boolean).join(' · ')}
        </p>
        <dl className="mt-2 grid grid-cols-3 gap-3 text-sm">
          <Fact label={t('labels.metric.visibility_score.label')}>
            {formatScore(answer.visibility_score)}
          </Fact>
          <Fact label={t('answers.columns.mentioned')}>
            {answer.status !== 'answered'
              ? t(`labels.answerStatus.${answer.status}`)
              : mentioned
                ? rank === null
                  ? t('answers.cells.mentionedUnranked')
                  : t('answers.cells.mentioned', { rank })
                : t('answers.cells.notMentioned')}
          </Fact>
          <Fact label={t('answers.columns.sentiment')}>
            {answer.sentiment ? t(`labels.sentiment.${answer.sentiment.label}`) : t('answers.facts.none')}
          </Fact>
        </dl>
      </header>
      <div className="px-4 py-4 sm:px-5">
        {answer.response && answer.status !== 'failed' ? (
          <AnswerText markdown={answer.response} highlights={getHighlights(answer)} />
        ) : (
          <p className="text-muted">
            {answer.status === 'answered'
              ? t('answers.noText.deletedReason')
              : t('answers.noText.consequence')}
          </p>
        )}
      </div>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-xs text-muted">{label}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  )
}
