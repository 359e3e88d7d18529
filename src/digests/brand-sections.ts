/** The parts of a digest about one brand. Pure. */
import { platformLabels, platforms } from '../../vocabulary/platforms.ts'
import { dayValue, type Message, message } from '../languages/message.ts'
import { numberName, numberText } from '../metrics/number-texts.ts'
import type { ContentFact, ContentItem, ContentMark, ContentSection } from '../notifications/content.ts'
import type { BrandDigest, DigestChange } from './read-brand.ts'

type Interval = { low: number; high: number } | null
type FactNumbers = Pick<BrandDigest, 'summary' | 'comparison'>
type PeriodChange = BrandDigest['summary']['change']

export const brandPath = ({ brand }: BrandDigest, page = ''): string =>
  `/dashboard/brands/${brand.slug}${page}`

const headline = [
  'score',
  'mention_rate',
  'share_of_voice',
  'citation_rate',
  'positive_sentiment',
  'avg_position',
] as const

/** Returns the six headline numbers with their intervals and their differences from the period before. */
export function headlineFacts({ summary, comparison }: FactNumbers): ContentFact[] {
  const { intervals, changes } = summary
  const { share_of_voice: share } = comparison
  const values: Record<
    (typeof headline)[number],
    [value: number | null, interval: Interval, change: PeriodChange]
  > = {
    score: [summary.avg_visibility_score, intervals.avg_visibility_score, summary.change],
    mention_rate: [summary.mention_rate_pct, intervals.mention_rate_pct, changes.mention_rate_pct],
    share_of_voice: [share.overall_sov_pct, share.interval, share.change],
    citation_rate: [summary.citation_rate_pct, intervals.citation_rate_pct, changes.citation_rate_pct],
    positive_sentiment: [
      summary.positive_sentiment_pct,
      intervals.positive_sentiment_pct,
      changes.positive_sentiment_pct,
    ],
    avg_position: [summary.avg_position, intervals.avg_position, changes.avg_position],
  }
  return headline.map((number) => {
    const [value, interval, change] = values[number]
    return {
      label: numberName(number),
      value: numberText(number, value),
      mark: periodMark(change, { number }),
      ...(interval && { detail: intervalText(number, interval, summary.sentiment_coverage_pct) }),
    }
  })
}

/** `coverage`: for how many of the answers that mention the brand the sentiment is known. */
function intervalText(
  number: (typeof headline)[number],
  { low, high }: NonNullable<Interval>,
  coverage: number | null,
): Message {
  if (number === 'positive_sentiment' && coverage !== null)
    return message('digests.brandSections.sentimentInterval', { low, high, coverage })
  if (number === 'avg_position') return message('digests.brandSections.positionInterval', { low, high })
  if (number === 'score') return message('digests.brandSections.scoreInterval', { low, high })
  return message('digests.brandSections.percentageInterval', { low, high })
}

export function factsNote({ summary }: Pick<BrandDigest, 'summary'>): Message {
  const counted = new Set(summary.by_platform.map(({ platform }) => platform)).size
  return message('digests.brandSections.factsNote', {
    answers: summary.result_count,
    prompts: summary.prompt_count,
    platforms: counted,
  })
}

type Marked = { number: DigestChange['number']; entity?: number }

/** The difference from the period before: a direction only if it is larger than usual, otherwise a signed number. */
export function periodMark(
  { period_state: state, delta }: Pick<PeriodChange, 'period_state' | 'delta'>,
  of: Marked,
): ContentMark {
  if (delta === null || state === 'not_comparable') return { text: '–', tone: 'neutral' }
  const mark = directionMark(delta, of)
  if (state === 'up' || state === 'down') return mark
  const text =
    of.number === 'avg_position' ? mark.text : message('digests.brandSections.signedPoints', { delta })
  return { text, tone: 'neutral' }
}

/** A better position is a lower number, so its change is said in words. Changes of competitors are neither good nor bad. */
function directionMark(delta: number, { number, entity = 0 }: Marked): ContentMark {
  const points = Math.abs(delta)
  const isUp = delta > 0
  if (number === 'avg_position')
    return isUp
      ? { text: message('digests.brandSections.worseByPoints', { points }), tone: 'worse' }
      : { text: message('digests.brandSections.improvedByPoints', { points }), tone: 'better' }
  return {
    text: isUp
      ? message('digests.brandSections.pointsUp', { points })
      : message('digests.brandSections.pointsDown', { points }),
    tone: entity !== 0 ? 'neutral' : isUp ? 'better' : 'worse',
  }
}

export function competitorSection({ brand, summary, comparison }: BrandDigest): ContentSection {
  const rows = [
    { name: brand.name, score: summary.avg_visibility_score, change: summary.change, isOwn: true },
    ...comparison.competitors.map(({ name, avg_visibility_score, change }) => ({
      name,
      score: avg_visibility_score,
      change,
      isOwn: false,
    })),
  ]
  const shown = rows
    .flatMap(({ score, ...row }) => (score === null ? [] : [{ ...row, score }]))
    .sort((a, b) => b.score - a.score)
  const own = shown.findIndex(({ isOwn }) => isOwn)
  // The brand is listed wherever it ranks.
  const listed = shown.filter((_, rank) => rank < maxListed || rank === own)
  const longest = Math.max(1, ...listed.map(({ score }) => score))
  return {
    heading: message('digests.brandSections.visibilityAgainstCompetitors'),
    items: comparison.competitors.length === 0 ? [] : listed.map((row) => barItem(row, longest)),
  }
}

const maxListed = 6

type Bar = { name: string; score: number; change: PeriodChange; isOwn: boolean }

const barItem = ({ name, score, change, isOwn }: Bar, longest: number): ContentItem => ({
  text: name,
  mark: periodMark(change, { number: 'score', entity: isOwn ? 0 : 1 }),
  bar: { value: numberText('score', score), share: score / longest, is_own: isOwn },
})

export const changeItems = (digest: BrandDigest): ContentItem[] =>
  digest.changes.map((change) => ({
    text: describeChange(change),
    detail: message('digests.brandSections.establishedOnEstablishedComparingTheDays', {
      established: dayValue(change.established),
      since: dayValue(change.since),
    }),
    path: brandPath(digest),
    mark: directionMark(change.after - change.before, change),
  }))

const describeChange = ({ number, before, after, ...series }: DigestChange): Message =>
  message('digests.brandSections.numberFromBeforeToAfter', {
    number: getName({ number, ...series }),
    before: numberText(number, before),
    after: numberText(number, after),
  })

/** Changes of competitors are detected over all platforms only. */
function getName({
  number,
  platform,
  subject,
}: Pick<DigestChange, 'number' | 'platform' | 'subject'>): Message {
  if (subject !== null) return message('common.texts.visibilityScoreOfName', { name: subject })
  const known = platforms.find((each) => each === platform)
  if (known === undefined) return numberName(number)
  return message('common.texts.numberOnPlatform', {
    number: numberName(number),
    platform: platformLabels[known],
  })
}

export const opportunityItems = (digest: BrandDigest, max: number): ContentItem[] =>
  digest.opportunities.slice(0, max).map(({ id, title, description }) => ({
    text: title,
    detail: description,
    path: brandPath(digest, `/opportunities/${id}`),
  }))

export const sourceItems = (digest: BrandDigest, max: number): ContentItem[] =>
  digest.sources.new_sources.slice(0, max).map(({ domain, results_citing, first_cited }) => ({
    text: domain,
    detail: message('digests.brandSections.citedInAnswersFirstOnDay', {
      answers: results_citing,
      day: Date.parse(first_cited),
    }),
    path: brandPath(digest, '/citations'),
    mark: { text: message('digests.brandSections.new'), tone: 'neutral' },
  }))

const maxRuns = 5

export function runItems(digest: BrandDigest): ContentItem[] {
  const items = digest.runs.slice(0, maxRuns).map(
    ({ id, day, isPartial, reason }): ContentItem => ({
      text: isPartial
        ? message('digests.brandSections.partialRunOnDay', { day: Date.parse(day) })
        : message('digests.brandSections.failedRunOnDay', { day: Date.parse(day) }),
      path: brandPath(digest, `/runs/${id}`),
      ...(reason !== null && { detail: reason }),
    }),
  )
  const more = digest.runs.length - items.length
  return more > 0 ? [...items, { text: message('digests.brandSections.countMore', { count: more }) }] : items
}
