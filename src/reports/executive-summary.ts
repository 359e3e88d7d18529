/** The generated headline and summary of a report: sentences about its numbers and established changes only. */
import { formatCount, formatDay, formatQuantity, formatScore } from '../../vocabulary/formats.ts'
import { numbersOfBrand } from '../../vocabulary/tested-numbers.ts'
import type { BrandNumbers } from './brand-numbers.ts'
import type { Snapshot } from './snapshot.ts'

export type ReportTexts = { headline: string; summary: string }

/** Returns texts that people can edit until the report is published. */
export function writeSummary({ brands }: Pick<Snapshot, 'brands'>): ReportTexts {
  const [brand] = brands
  if (brand && brands.length === 1) return { headline: headlineOf(brand), summary: summaryOf(brand) }
  return portfolioTexts(brands)
}

function headlineOf(brand: BrandNumbers): string {
  const { now, before, of, equals } = rankOf(brand)
  const change = changesOf(brand).find(({ number }) => number === 'score')
  if (of === 1)
    return `${brand.name} has a visibility score of ${formatScore(brand.summary.avg_visibility_score)}`
  if (change && before !== null && before !== now && (change.status === 'up') === now < before)
    return `${brand.name} moved from ${ordinal(before)} to ${ordinal(now)} place`
  if (now === 1 && equals > 0)
    return `${brand.name} shares first place with ${formatQuantity(equals, 'competitor')}`
  if (now === 1) return `${brand.name} leads ${formatQuantity(of - 1, 'competitor')}`
  return `${brand.name} is in ${ordinal(now)} place of ${formatCount(of)}`
}

function summaryOf(brand: BrandNumbers): string {
  const changes = changesOf(brand)
  const score = changes.find(({ number }) => number === 'score')
  const others = changes.filter(({ number }) => number !== 'score').map(changeSentence)
  return [
    score
      ? changeSentence(score)
      : `The visibility score is ${formatScore(brand.summary.avg_visibility_score)} of 100, without an established change.`,
    leadSentence(brand),
    ...(others.length > 0 ? others : score ? ['No other number changed significantly.'] : []),
    stepsSentence(brand),
  ].join(' ')
}

function stepsSentence({ opportunities: { done, open } }: BrandNumbers): string {
  const are = (count: number) => (count === 1 ? 'is' : 'are')
  if (done.length > 0) {
    const completed = formatQuantity(done.length, 'recommended step')
    return `${completed} ${done.length === 1 ? 'was' : 'were'} completed, ${formatCount(open.length)} ${are(open.length)} open.`
  }
  if (open.length === 0) return 'No recommended step is open.'
  return `${formatQuantity(open.length, 'recommended step')} ${are(open.length)} open.`
}

function leadSentence({ name, comparison }: BrandNumbers): string {
  const own = comparison.brand.avg_visibility_score ?? 0
  const [best] = comparison.competitors
  if (!best) return `${name} is compared with no competitor.`
  const lead = own - (best.avg_visibility_score ?? 0)
  const points = formatScore(Math.abs(lead))
  if (points === formatScore(0)) return `${name} and ${best.name} have the same score.`
  return lead > 0
    ? `${name} is ${points} points ahead of ${best.name}.`
    : `${best.name} leads by ${points} points.`
}

/** The position of the brand among its competitors by visibility score, now and in the previous period. */
function rankOf({ comparison: { brand, competitors } }: BrandNumbers) {
  const rank = (own: number | null, others: (number | null)[]) =>
    1 + others.filter((score) => (score ?? 0) > (own ?? 0)).length
  const previous = competitors.map(({ change }) => change.previous)
  return {
    now: rank(
      brand.avg_visibility_score,
      competitors.map(({ avg_visibility_score }) => avg_visibility_score),
    ),
    before:
      brand.change.previous === null || previous.includes(null)
        ? null
        : rank(brand.change.previous, previous),
    of: competitors.length + 1,
    equals: competitors.filter((each) => each.avg_visibility_score === brand.avg_visibility_score).length,
  }
}

type Change = BrandNumbers['trend']['changes'][number]

/** Returns the last established change of each number in the period. */
export function changesOf({ trend }: BrandNumbers): Change[] {
  const last = new Map(trend.changes.map((change) => [change.number, change]))
  return [...last.values()]
}

function changeSentence({ number, status, before, after, since }: Change): string {
  const { label, format } = numbersOfBrand[number]
  const verb = number === 'avg_position' ? (status === 'up' ? 'slipped' : 'improved') : rises[status]
  return `${label} ${verb} from ${format(before)} to ${format(after)} since ${formatDay(since)}.`
}

const rises = { up: 'rose', down: 'fell' } as const

function portfolioTexts(brands: readonly BrandNumbers[]): ReportTexts {
  const of = (status: 'up' | 'down') =>
    brands.filter((brand) =>
      changesOf(brand).some((each) => each.number === 'score' && each.status === status),
    )
  const [risen, fallen] = [of('up'), of('down')]
  return {
    headline: portfolioHeadline(risen.length, fallen.length, formatQuantity(brands.length, 'brand')),
    summary: [
      ...(risen.length > 0 ? [`It rose for ${listNames(risen)}.`] : []),
      ...(fallen.length > 0 ? [`It fell for ${listNames(fallen)}.`] : []),
      ...(risen.length + fallen.length === 0
        ? ['No brand has an established change of visibility in this period.']
        : []),
    ].join(' '),
  }
}

function portfolioHeadline(risen: number, fallen: number, brands: string): string {
  if (risen > 0 && fallen > 0)
    return `Visibility rose for ${formatCount(risen)} and fell for ${formatCount(fallen)} of ${brands}`
  if (risen > 0) return `Visibility rose for ${formatCount(risen)} of ${brands}`
  if (fallen > 0) return `Visibility fell for ${formatCount(fallen)} of ${brands}`
  return `Visibility of ${brands} without an established change`
}

const listNames = (brands: readonly BrandNumbers[]) =>
  new Intl.ListFormat('en').format(brands.map(({ name }) => name))

const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]

const ordinal = (rank: number): string => ordinals[rank - 1] ?? `${rank}th`
