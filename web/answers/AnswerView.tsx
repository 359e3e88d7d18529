import { useQuery } from '@tanstack/react-query'
import { CircleSlash } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatScore, formatUtcTime } from '../../vocabulary/formats.ts'
import { sourceCategoryLabel } from '../../vocabulary/labels.ts'
import { t } from '../../vocabulary/texts.ts'
import { read } from '../api.ts'
import { marketName } from '../brands/countries-and-languages.ts'
import { CitedPageLink } from '../citations/CitedPageLink.tsx'
import { AnswerClaims } from '../claims/AnswerClaims.tsx'
import { Badge } from '../ui/Badge.tsx'
import { costText } from '../ui/cost-text.ts'
import { Notice } from '../ui/Notice.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { AnswerSentiment } from './AnswerSentiment.tsx'
import { AnswerText } from './AnswerText.tsx'
import { type Answer, getHighlights, namesIn } from './answer-highlights.ts'

/** One answer with everything the parser found, so that each metric can be checked against the text. */
export function AnswerView({ answer, brandName }: { answer: Answer; brandName: string }) {
  const { data } = useQuery({
    ...read('GET /api/answers/:id/claims', { params: { id: answer.id } }),
    enabled: answer.mentions.mentioned === true,
  })
  const claims = data?.claims ?? []
  return (
    <div className="grid gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="min-w-0">
        {answer.response && answer.status !== 'failed' ? (
          <AnswerText markdown={answer.response} highlights={getHighlights(answer, claims)} />
        ) : (
          <NoText answer={answer} />
        )}
        {answer.mentions.searched_to !== null && (
          <Notice tone="caution">{t('answers.answer.searchStopped')}</Notice>
        )}
        <AnswerClaims id={answer.id} claims={claims} />
        <Sources answer={answer} />
      </div>
      <Facts answer={answer} brandName={brandName} />
    </div>
  )
}

function NoText({ answer: { status, failure } }: { answer: Answer }) {
  return (
    <div className="rounded-lg bg-sunken px-4 py-3.5">
      <p className="flex items-center gap-2 font-medium">
        <CircleSlash aria-hidden className="size-4 text-muted" />
        {status === 'answered' ? t('answers.noText.deleted') : t(`labels.answerStatus.${status}`)}
      </p>
      <p className="mt-0.5 text-sm text-muted">
        {status === 'answered'
          ? t('answers.noText.deletedReason')
          : `${failure ?? t(`answers.noText.reasons.${status}`)} ${t('answers.noText.consequence')}`}
      </p>
    </div>
  )
}

function Facts({ answer, brandName }: { answer: Answer; brandName: string }) {
  const mentioned = answer.competitors
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
  const isAnswered = answer.status === 'answered'
  return (
    <dl className="grid content-start gap-x-6 gap-y-3.5 text-sm sm:grid-cols-2 xl:grid-cols-1 xl:border-l xl:border-line xl:pl-6">
      {isAnswered && (
        <Fact label={t('labels.metric.visibility_score.label')}>
          <span className="text-lg font-semibold tabular-nums">{formatScore(answer.visibility_score)}</span>
        </Fact>
      )}
      {isAnswered && (
        <Fact label={t('answers.facts.mentioned', { brand: brandName })}>{mentionText(answer)}</Fact>
      )}
      {mentioned.length > 0 && (
        <Fact label={t('answers.facts.competitors')}>
          <ol className="space-y-0.5">
            {mentioned.map((competitor) => (
              <li key={competitor.competitor_id}>
                {competitor.name}
                <span className="text-muted">
                  {' '}
                  {competitor.rank === null
                    ? t('answers.facts.mentions', { times: competitor.count })
                    : t('answers.facts.competitorMentions', {
                        rank: competitor.rank,
                        times: competitor.count,
                      })}
                </span>
              </li>
            ))}
          </ol>
        </Fact>
      )}
      {answer.sentiment && (
        <Fact label={t('answers.facts.sentiment')}>
          <AnswerSentiment id={answer.id} sentiment={answer.sentiment} />
        </Fact>
      )}
      <Fact label={t('answers.facts.model')}>
        {answer.model ?? t('answers.facts.unknownModel')}{' '}
        {answer.surface === 'simulated' ? (
          <Badge tone="caution">{t('labels.surface.simulated')}</Badge>
        ) : (
          <span className="text-muted">{`(${t(`labels.surface.${answer.surface}`)})`}</span>
        )}
      </Fact>
      <Fact label={answer.status === 'failed' ? t('answers.facts.queried') : t('answers.facts.answered')}>
        <time dateTime={answer.answered_at}>{formatUtcTime(answer.answered_at)}</time>
      </Fact>
      <Fact label={t('prompts.groups.by.market')}>{marketName(answer.region, answer.language)}</Fact>
      {answer.prompt.persona && <Fact label={t('prompts.groups.by.persona')}>{answer.prompt.persona}</Fact>}
      {answer.weight > 1 && (
        <Fact label={t('answers.facts.weight')}>
          {t('answers.facts.weightOfRuns', { weight: answer.weight })}
        </Fact>
      )}
      {answer.searches.length > 0 && (
        <Fact label={t('answers.facts.searches', { count: answer.searches.length })}>
          <ul className="space-y-0.5">
            {answer.searches.map((search) => (
              <li key={search} className="[overflow-wrap:anywhere]">
                {t('answers.facts.quoted', { search })}
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {answer.cost_micros !== null && answer.cost_micros > 0 && (
        <Fact label={t('answers.facts.cost')}>
          {costText(answer.cost_micros, answer.cost_estimated ? answer.cost_micros : 0)}
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function mentionText(answer: Answer): string {
  const { mentioned, count, rank } = answer.mentions
  if (!mentioned || count === null) return t('answers.facts.notMentioned')
  if (rank === null) return t('answers.facts.mentions', { times: count })
  const brands = namesIn(answer)
  return brands === 1
    ? t('answers.facts.onlyBrand', { times: count })
    : t('answers.facts.rankedMentions', { times: count, rank, brands })
}

function Sources({ answer }: { answer: Answer }) {
  const { citations, retrieved } = answer
  return (
    <>
      {citations.length > 0 ? (
        <div className="mt-6">
          <p className="mb-2 text-sm font-semibold">
            {t('answers.sources.citations', { count: citations.length })}
            <OwnCount answer={answer} />
          </p>
          <SourceList sources={citations} />
        </div>
      ) : (
        answer.status === 'answered' && <p className="mt-6 text-sm text-muted">{t('answers.sources.none')}</p>
      )}
      {retrieved.length > 0 && (
        <details className="mt-4 text-sm">
          <summary className="w-fit rounded-md font-medium text-muted hover:text-ink">
            {t('answers.sources.retrieved', { count: retrieved.length })}
          </summary>
          <div className="mt-2">
            <SourceList sources={retrieved} />
          </div>
        </details>
      )}
    </>
  )
}

function OwnCount({ answer }: { answer: Answer }) {
  const own = answer.citations.filter((citation) => citation.is_own).length
  return <span className="font-normal text-muted">{t('answers.sources.own', { count: own })}</span>
}

function SourceList({ sources }: { sources: Answer['citations'] }) {
  return (
    <ol className="space-y-2 text-sm">
      {sources.map((source) => (
        <li key={`${source.position} ${source.url}`} className="flex gap-3">
          <span className="w-5 shrink-0 text-right tabular-nums text-muted">{source.position}</span>
          <div className="min-w-0">
            <span className="flex items-baseline gap-1">
              <CitedPageLink url={source.url} className="link min-w-0 [overflow-wrap:anywhere]">
                {source.title ?? shortAddress(source.url)}
              </CitedPageLink>
              <SiteLink href={source.url} name={shortAddress(source.url)} />
            </span>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-muted [overflow-wrap:anywhere]">
              {source.title === null
                ? (source.domain ?? t('answers.sources.noDomain'))
                : shortAddress(source.url)}
              <Badge tone={source.is_own ? 'accent' : 'plain'}>{sourceCategoryLabel(source.category)}</Badge>
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Without protocol and trailing slash. */
const shortAddress = (url: string) => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
