import { formatList, formatPct } from '../../../vocabulary/formats.ts'
import { platformLabels } from '../../../vocabulary/platforms.ts'
import { t } from '../../../vocabulary/texts.ts'
import { Headline } from '../../ui/page/Headline.tsx'
import type { PromptDetail } from './prompt-detail.ts'

/** The state of the prompt in one sentence: the brand, the strongest competitor, and where the brand is missing. */
export function PromptVerdict({ detail }: { detail: PromptDetail }) {
  const [own, ...rest] = getVerdict(detail).filter((sentence) => sentence !== null)
  return (
    <div className="mb-4">
      <Headline context={rest.join(' ')}>{own}</Headline>
    </div>
  )
}

/** Platforms with a lower mention rate are listed as those that rarely mention the brand. */
const rarelyPct = 20
const mostPlatforms = 2

export function getVerdict({ brand, ranking, result_count, by_platform }: PromptDetail): (string | null)[] {
  const own = ranking.find(({ competitor_id }) => competitor_id === null)
  const competitor = ranking.find(({ competitor_id }) => competitor_id !== null)
  if (!own) return []
  const rank = 1 + ranking.filter((each) => each.results_mentioning > own.results_mentioning).length
  const weak = by_platform
    .filter(({ mention_rate_pct: pct }) => pct !== null && pct < rarelyPct)
    .map(({ platform }) => platformLabels[platform])
    .slice(-mostPlatforms)
  return [
    competitor
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
