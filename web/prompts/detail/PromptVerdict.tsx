import { formatList, formatPct, formatScore } from '../../../vocabulary/formats.ts'
import { platformLabels } from '../../../vocabulary/platforms.ts'
import { t } from '../../../vocabulary/texts.ts'
import { type BrandFilter, periodRange } from '../../brands/filter.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { periodWords, UsualChange } from '../../overview/Verdict.tsx'
import { Headline } from '../../ui/page/Headline.tsx'
import { isUnusual } from '../../ui/period-text.ts'
import type { PromptDetail } from './prompt-detail.ts'

/** The score of the prompt and its change in one sentence, then the strongest competitor, and where the brand is missing. */
export function PromptVerdict({ detail }: { detail: PromptDetail }) {
  const { filter } = useBrand()
  return (
    <div className="mb-4">
      <Headline>{changeSentence(detail, filter)}</Headline>
      <p className="mt-0.5 text-sm text-muted">{getVerdict(detail).filter(Boolean).join(' ')}</p>
      <div className="mt-0.5 text-xs text-muted">
        <UsualChange change={detail.change} />
      </div>
    </div>
  )
}

type Scored = Pick<PromptDetail, 'change'> & {
  ranking: readonly Pick<PromptDetail['ranking'][number], 'competitor_id' | 'avg_visibility_score'>[]
}

export function changeSentence({ ranking, change }: Scored, filter: BrandFilter): string {
  const { previous, delta, period_state } = change
  const score = ranking.find(({ competitor_id }) => competitor_id === null)?.avg_visibility_score ?? null
  const isSame = delta !== null && formatScore(Math.abs(delta)) === formatScore(0)
  return t('promptDetail.verdict.score', {
    ...periodWords(filter),
    score: formatScore(score),
    change: delta === null ? 'none' : isSame ? 'same' : delta > 0 ? 'up' : 'down',
    points: Math.abs(delta ?? 0),
    previous: formatScore(previous),
    state: periodRange(filter) === null ? 'none' : isUnusual(change) ? 'established' : period_state,
  })
}

/** Platforms with a lower mention rate are listed as those that rarely mention the brand. */
const rarelyPct = 20
const mostPlatforms = 2

export function getVerdict({ brand, ranking, result_count, by_platform }: PromptDetail): (string | null)[] {
  const own = ranking.find(({ competitor_id }) => competitor_id === null)
  const competitor = ranking.find(
    ({ competitor_id, results_mentioning }) => competitor_id !== null && results_mentioning > 0,
  )
  if (!own) return []
  const rank = 1 + ranking.filter((each) => each.results_mentioning > own.results_mentioning).length
  const weak = by_platform
    .filter(({ mention_rate_pct: pct }) => pct !== null && pct < rarelyPct)
    .map(({ platform }) => platformLabels[platform])
    .slice(-mostPlatforms)
  return [
    // Every brand without a mention would share one rank.
    competitor && own.results_mentioning > 0
      ? t('promptDetail.verdict.ownRanked', {
          brand: brand.name,
          pct: formatPct(own.mention_rate_pct),
          answers: result_count,
          rank,
          of: ranking.length,
        })
      : t('promptDetail.verdict.own', {
          brand: brand.name,
          pct: formatPct(own.mention_rate_pct),
          answers: result_count,
        }),
    competitor
      ? t('promptDetail.verdict.competitor', {
          name: competitor.name,
          pct: formatPct(competitor.mention_rate_pct),
        })
      : null,
    weak.length > 0 && weak.length < by_platform.length
      ? t('promptDetail.verdict.weak', { platforms: formatList(weak), count: weak.length, brand: brand.name })
      : null,
  ]
}
