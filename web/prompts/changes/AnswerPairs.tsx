import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type Platform, platformLabels } from '../../../vocabulary/platforms.ts'
import { t } from '../../../vocabulary/texts.ts'
import { AnswerExcerpt } from '../../answers/AnswerExcerpt.tsx'
import { type Returns, read } from '../../api.ts'
import { type MetricQuery, withoutPromptFilters } from '../../brands/filter.ts'
import { useBrand } from '../../brands/useBrand.ts'
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

function useAnswers({ compare: _, ...query }: MetricQuery, promptId: string) {
  return useQuery(
    read('GET /api/answers', {
      query: { ...withoutPromptFilters(query), prompt_id: promptId, limit: mostAnswers },
    }),
  ).data
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
    <div className="min-w-0 px-4 py-3">
      <p className="mb-2 text-xs text-muted">
        {t('promptChanges.pairs.mentioning', { mentioning, answers: list.items.length })}
      </p>
      {id === undefined ? (
        <p className="text-sm text-muted">
          <span className="font-semibold text-ink">{title}</span> {t('promptChanges.pairs.noAnswer')}
        </p>
      ) : (
        <AnswerExcerpt title={title} id={id} earlier={earlier} />
      )}
    </div>
  )
}
