import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '../../../vocabulary/formats.ts'
import { type Platform, platformLabels } from '../../../vocabulary/platforms.ts'
import { t } from '../../../vocabulary/texts.ts'
import { AnswerText } from '../../answers/AnswerText.tsx'
import { type Answer, getHighlights } from '../../answers/answer-highlights.ts'
import { answerQuery } from '../../answers/queries.ts'
import { type Returns, read } from '../../api.ts'
import { brandFilter, type MetricQuery } from '../../brands/filter.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { Badge } from '../../ui/Badge.tsx'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Bar } from '../../ui/page/Skeleton.tsx'
import { type ChangedPrompt, inPrevious, type PreviousWindow } from './prompt-leaders.ts'

const mostAnswers = 20

type AnswerPairsProps = { prompt: ChangedPrompt; previous: PreviousWindow }

/** An answer before and an answer now, of one platform or of all; newest first. */
export function AnswerPairs({ prompt: { prompt_id, platforms }, previous }: AnswerPairsProps) {
  const { query } = useBrand()
  const [platform, setPlatform] = useState<Platform | null>(platforms[0] ?? null)
  const [index, setIndex] = useState(0)
  const ofPlatform = { ...query, ...(platform !== null && { platform }) }
  const now = useAnswers(ofPlatform, prompt_id)
  const before = useAnswers(inPrevious(ofPlatform, previous), prompt_id)
  const pairs = Math.max(now?.items.length ?? 0, before?.items.length ?? 0)
  const choose = (chosen: Platform | null) => {
    setPlatform(chosen)
    setIndex(0)
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pb-3">
        <fieldset
          aria-label={t('brands.filters.platform')}
          className="flex flex-wrap gap-1 rounded-lg bg-sunken p-1 text-sm"
        >
          {[...platforms, null].map((each) => (
            <button
              key={each ?? 'all'}
              type="button"
              aria-pressed={each === platform}
              onClick={() => choose(each)}
              className={classes(
                'rounded-md px-2.5 py-0.5 font-medium',
                each === platform ? 'bg-surface shadow-card' : 'text-muted hover:text-ink',
              )}
            >
              {each === null ? t('brands.filters.allPlatforms') : platformLabels[each]}
            </button>
          ))}
        </fieldset>
        {pairs > 1 && (
          <span className="flex items-center text-sm text-muted">
            {t('promptChanges.pairs.position', { index: index + 1, count: pairs })}
            <IconButton
              label={t('promptChanges.pairs.previous')}
              onClick={() => setIndex(Math.max(0, index - 1))}
            >
              <ChevronLeft aria-hidden className="size-4" />
            </IconButton>
            <IconButton
              label={t('promptChanges.pairs.next')}
              onClick={() => setIndex(Math.min(pairs - 1, index + 1))}
            >
              <ChevronRight aria-hidden className="size-4" />
            </IconButton>
          </span>
        )}
      </div>
      <div className="grid divide-line border-t border-line max-md:divide-y md:grid-cols-2 md:divide-x">
        <Side title={t('promptChanges.pairs.before')} list={before} index={index} />
        <Side
          title={t('promptChanges.pairs.now')}
          list={now}
          index={index}
          earlier={before?.items[index]?.id}
        />
      </div>
    </>
  )
}

type AnswerPage = Returns<'GET /api/answers'>

/** A prompt belongs to one topic, so only the other filters apply. */
function useAnswers({ topic_id: _, branded: __, compare: ___, ...query }: MetricQuery, promptId: string) {
  return useQuery(read('GET /api/answers', { query: { ...query, prompt_id: promptId, limit: mostAnswers } }))
    .data
}

type SideProps = {
  title: string
  list: AnswerPage | undefined
  index: number
  /** The answer before, whose sources are not new. */
  earlier?: string | undefined
}

function Side({ title, list, index, earlier }: SideProps) {
  const id = list?.items[index]?.id
  if (!list) return <Bar className="m-4 h-40 rounded-lg" />
  const mentioning = list.items.filter(({ mentioned }) => mentioned).length
  return (
    <section aria-label={title} className="min-w-0 px-4 py-3">
      <p className="mb-2 text-xs text-muted">
        {t('promptChanges.pairs.mentioning', { mentioning, answers: list.items.length })}
      </p>
      {id === undefined ? (
        <p className="text-sm text-muted">
          <span className="font-semibold text-ink">{title}</span> {t('promptChanges.pairs.noAnswer')}
        </p>
      ) : (
        <Loaded title={title} id={id} earlier={earlier} />
      )}
    </section>
  )
}

function Loaded({ title, id, earlier }: { title: string; id: string; earlier: string | undefined }) {
  const { slug, filter } = useBrand()
  const answer = useQuery(answerQuery(id))
  const before = useQuery({ ...answerQuery(earlier ?? ''), enabled: earlier !== undefined })
  if (!answer.data) return <Bar className="h-40 rounded-lg" />
  const { mentions, answered_at, response, platform } = answer.data
  return (
    <>
      <p className="mb-2 flex flex-wrap items-center justify-between gap-2 text-sm">
        <span>
          <span className="font-semibold">{title}</span>{' '}
          <Link
            to="/dashboard/brands/$slug/answers/$id"
            params={{ slug, id }}
            search={brandFilter(filter)}
            className="link"
          >
            {t('promptChanges.pairs.answer', {
              platform: platformLabels[platform],
              day: formatDay(answered_at),
            })}
          </Link>
        </span>
        {mentions.mentioned ? (
          <Badge tone="good">
            {mentions.rank === null
              ? t('promptChanges.pairs.mentioned')
              : t('promptChanges.pairs.ranked', { rank: mentions.rank })}
          </Badge>
        ) : (
          <Badge tone="bad">{t('promptChanges.pairs.notMentioned')}</Badge>
        )}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section aria-label={title} tabIndex={0} className="max-h-72 overflow-y-auto text-sm">
        {response && <AnswerText markdown={response} highlights={getHighlights(answer.data)} />}
      </section>
      <Sources answer={answer.data} earlier={before.data} />
    </>
  )
}

const mostSources = 4

function Sources({ answer, earlier }: { answer: Answer; earlier: Answer | undefined }) {
  const { slug, filter } = useBrand()
  const known = new Set(earlier?.citations.map(({ url }) => url))
  if (answer.citations.length === 0) return null
  return (
    <ol className="mt-3 space-y-1 border-t border-line pt-2 text-sm">
      {answer.citations.slice(0, mostSources).map(({ position, url, domain, is_own, category }) => (
        <li key={`${position} ${url}`} className="flex items-center gap-2">
          <span className="w-4 tabular-nums text-muted">{position}</span>
          <Link
            to="/dashboard/brands/$slug/citations/page"
            params={{ slug }}
            search={{ ...brandFilter(filter), url }}
            title={url}
            className="min-w-0 truncate hover:underline"
          >
            {domain ?? url}
          </Link>
          <span className="ml-auto">
            {is_own ? (
              <Badge tone="accent">{t('promptChanges.pairs.yourSite')}</Badge>
            ) : category === 'competitor' ? (
              <Badge>{t('labels.sourceCategory.competitor')}</Badge>
            ) : (
              earlier && !known.has(url) && <Badge>{t('promptChanges.pairs.newPage')}</Badge>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
