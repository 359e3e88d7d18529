/** The parts of a digest about one brand. Pure. */
import {
  formatCount,
  formatDay,
  formatPct,
  formatPosition,
  formatPositionRange,
  formatQuantity,
  formatRange,
  formatScore,
} from '../../vocabulary/formats.ts'
import { platformLabels, platforms } from '../../vocabulary/platforms.ts'
import { testedNumbers } from '../../vocabulary/tested-numbers.ts'
import { inEnglish } from '../languages/message.ts'
import type { Message, MessageItem, MessageMark } from '../notifications/message.ts'
import type { BrandDigest, DigestChange } from './read-brand.ts'

type Section = Message['sections'][number]
type Fact = Message['facts'][number]
type Interval = { low: number; high: number } | null
type FactChange = Pick<DigestChange, 'number' | 'platform' | 'entity' | 'direction' | 'before' | 'after'>
type FactNumbers = Pick<BrandDigest, 'summary' | 'comparison'> & { changes: readonly FactChange[] }

export const pathOf = ({ brand }: BrandDigest, page = ''): string => `/dashboard/brands/${brand.slug}${page}`

const unchanged: MessageMark = { text: '–', tone: 'neutral' }

const headline = [
  'score',
  'mention_rate',
  'share_of_voice',
  'citation_rate',
  'positive_sentiment',
  'avg_position',
] as const

/** The change of a number of the brand over all platforms, the last one if there are several. */
export const changeOf = <C extends FactChange>(
  { changes }: { changes: readonly C[] },
  number: DigestChange['number'],
): C | undefined =>
  changes.findLast((change) => change.number === number && change.platform === '' && change.entity === 0)

/** Returns the six headline numbers with their intervals and changes. */
export function headlineFacts(numbers: FactNumbers): Fact[] {
  const { summary, comparison } = numbers
  const { intervals } = summary
  const values: Record<(typeof headline)[number], [value: string, interval: Interval]> = {
    score: [formatScore(summary.avg_visibility_score), intervals.avg_visibility_score],
    mention_rate: [formatPct(summary.mention_rate_pct), intervals.mention_rate_pct],
    share_of_voice: [
      formatPct(comparison.share_of_voice.overall_sov_pct),
      comparison.share_of_voice.interval,
    ],
    citation_rate: [formatPct(summary.citation_rate_pct), intervals.citation_rate_pct],
    positive_sentiment: [formatPct(summary.positive_sentiment_pct), intervals.positive_sentiment_pct],
    avg_position: [formatPosition(summary.avg_position), intervals.avg_position],
  }
  return headline.map((number) => {
    const [value, interval] = values[number]
    const change = changeOf(numbers, number)
    return {
      label: testedNumbers[number].label,
      value,
      mark: change ? markOf(change) : unchanged,
      ...(interval && { detail: `95%: ${rangeOf(number, interval)}` }),
    }
  })
}

function rangeOf(number: (typeof headline)[number], interval: { low: number; high: number }): string {
  if (number === 'avg_position') return formatPositionRange(interval)
  return formatRange(interval, number === 'score' ? '' : '%')
}

export function factsNote({ summary }: Pick<BrandDigest, 'summary'>): string {
  const counted = new Set(summary.by_platform.map(({ platform }) => platform)).size
  return `“–” means no established change. ${formatQuantity(summary.result_count, 'answer')} to ${formatQuantity(summary.prompt_count, 'prompt')} on ${formatQuantity(counted, 'platform')}.`
}

/** A better position is a lower number, so its change is said in words. Changes of competitors are neither good nor bad. */
export function markOf({
  number,
  direction,
  before,
  after,
  entity,
}: Omit<FactChange, 'platform'>): MessageMark {
  const difference = Math.abs(after - before)
  if (number === 'avg_position') {
    const isBetter = direction === 'down'
    return {
      text: `${isBetter ? 'Improved' : 'Worse'} by ${formatPosition(difference)}`,
      tone: isBetter ? 'better' : 'worse',
    }
  }
  const tone = entity !== 0 ? 'neutral' : direction === 'up' ? 'better' : 'worse'
  return { text: `${direction === 'up' ? '▲' : '▼'} ${formatScore(difference)}`, tone }
}

export function competitorSection(digest: BrandDigest): Section {
  const { brand, summary, comparison, changes } = digest
  const rows = [
    { name: brand.name, score: summary.avg_visibility_score, change: changeOf(digest, 'score'), isOwn: true },
    ...comparison.competitors.map(({ name, avg_visibility_score }) => ({
      name,
      score: avg_visibility_score,
      change: changes.findLast(({ subject }) => subject === name),
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
    heading: 'Visibility against competitors',
    items: comparison.competitors.length === 0 ? [] : listed.map((row) => barItem(row, longest)),
  }
}

const maxListed = 6

type Bar = { name: string; score: number; change: DigestChange | undefined; isOwn: boolean }

const barItem = ({ name, score, change, isOwn }: Bar, longest: number): MessageItem => ({
  text: name,
  mark: change ? markOf(change) : unchanged,
  bar: { value: formatScore(score), share: score / longest, is_own: isOwn },
})

export const changeItems = (digest: BrandDigest): MessageItem[] =>
  digest.changes.map((change) => ({
    text: describeChange(change),
    detail: `Established on ${formatDay(change.established)}, comparing the days since ${formatDay(change.since)} with those before.`,
    path: pathOf(digest),
    mark: markOf(change),
  }))

function describeChange({ number, platform, subject, before, after }: DigestChange): string {
  const known = platforms.find((each) => each === platform)
  const where = known === undefined ? '' : ` on ${platformLabels[known]}`
  const whose = subject === null ? '' : ` of ${subject}`
  const { label, format } = testedNumbers[number]
  return `${label}${whose}${where}: from ${format(before)} to ${format(after)}`
}

/** Names the headline numbers without an established change, so that silence is not mistaken for missing data. */
export function unchangedItems(digest: BrandDigest): MessageItem[] {
  if (digest.summary.result_count === 0) return []
  const steady = headline.filter((number) => changeOf(digest, number) === undefined)
  if (steady.length === 0) return []
  return [{ text: steady.map((number) => testedNumbers[number].label).join(', ') }]
}

export const opportunityItems = (digest: BrandDigest, max: number): MessageItem[] =>
  digest.opportunities.slice(0, max).map(({ id, title, description }) => ({
    text: inEnglish(title),
    detail: inEnglish(description),
    path: pathOf(digest, `/opportunities/${id}`),
  }))

export const sourceItems = (digest: BrandDigest, max: number): MessageItem[] =>
  digest.sources.new_sources.slice(0, max).map(({ domain, results_citing, first_cited }) => ({
    text: domain,
    detail: `Cited in ${formatQuantity(results_citing, 'answer')}, first on ${formatDay(first_cited)}`,
    path: pathOf(digest, '/citations'),
    mark: { text: 'New', tone: 'neutral' },
  }))

const maxRuns = 5

export function runItems(digest: BrandDigest): MessageItem[] {
  const items = digest.runs.slice(0, maxRuns).map(
    ({ id, day, isPartial, reason }): MessageItem => ({
      text: `${isPartial ? 'Partial run' : 'Failed run'} on ${formatDay(day)}`,
      path: pathOf(digest, `/runs/${id}`),
      ...(reason !== null && { detail: reason }),
    }),
  )
  const more = digest.runs.length - items.length
  return more > 0 ? [...items, { text: `${formatCount(more)} more` }] : items
}
