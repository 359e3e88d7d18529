/** Composes the message of a digest: about one brand in detail, about several as an overview. Pure. */
import { formatDay, formatQuantity, formatScore, noData } from '../../vocabulary/formats.ts'
import type { DigestFrequency } from '../../vocabulary/notifications.ts'
import type { Message, MessageItem } from '../notifications/message.ts'
import {
  changeItems,
  changeOf,
  competitorSection,
  factsNote,
  headlineFacts,
  markOf,
  opportunityItems,
  pathOf,
  runItems,
  sourceItems,
  unchangedItems,
} from './brand-sections.ts'
import type { BrandDigest, Period } from './read-brand.ts'

export type DigestFrame = { frequency: DigestFrequency; period: Period }

export function composeDigest(brands: readonly BrandDigest[], frame: DigestFrame): Message {
  const [first, ...others] = brands
  if (first === undefined) return withoutBrands(frame)
  return others.length === 0 ? ofOneBrand(first, frame) : ofSeveral(brands, frame)
}

const withoutBrands = (frame: DigestFrame): Message => ({
  title: 'No brands in your digest',
  context: contextOf('', frame),
  summary: ['The brands of your digest were deleted, or you can no longer see them.'],
  facts: [],
  sections: [],
  action: { label: 'Change digest', path: '/dashboard/settings/digest' },
})

const contextOf = (name: string, { frequency, period }: DigestFrame): string =>
  [name, `${frequency} digest, ${formatDay(period.from)} to ${formatDay(period.to)}`]
    .filter((part) => part !== '')
    .join(' ')

const simulatedNote = 'Simulated data: these answers are not from real engines.'

function ofOneBrand(digest: BrandDigest, frame: DigestFrame): Message {
  const { brand, summary } = digest
  const hasAnswers = summary.result_count > 0
  return {
    title: titleOf(digest),
    context: contextOf(brand.name, frame),
    summary: summaryOf(digest),
    facts: hasAnswers ? headlineFacts(digest) : [],
    ...(hasAnswers && { facts_note: factsNote(digest) }),
    sections: [
      competitorSection(digest),
      { heading: 'What changed', items: changeItems(digest) },
      { heading: 'No established change', items: unchangedItems(digest) },
      { heading: 'Do next', items: opportunityItems(digest, 3) },
      { heading: 'New sources', items: sourceItems(digest, 5) },
      { heading: 'Runs with problems', items: runItems(digest) },
    ],
    action: { label: 'Open the overview', path: pathOf(digest) },
    ...(summary.simulated && { note: simulatedNote }),
  }
}

function titleOf(digest: BrandDigest): string {
  const { brand, summary } = digest
  if (summary.result_count === 0) return `${brand.name}: no answers in this period`
  const change = changeOf(digest, 'score')
  const score = `${brand.name}: visibility score ${formatScore(summary.avg_visibility_score)}`
  if (change === undefined) return `${score}, no established change`
  return `${score}, ${change.direction} ${formatScore(Math.abs(change.after - change.before))}`
}

/** Says how the brand compares with the strongest competitor. */
function summaryOf({ brand, summary, comparison, newOpportunities }: BrandDigest): string[] {
  const rivals = comparison.competitors.flatMap(({ name, avg_visibility_score: score }) =>
    score === null ? [] : [{ name, score }],
  )
  const [leader] = rivals.sort((a, b) => b.score - a.score)
  const own = summary.avg_visibility_score
  const lines: string[] = []
  if (own !== null && leader) {
    const gap = own - leader.score
    const points = `${formatScore(Math.abs(gap))} points`
    lines.push(
      gap >= 0
        ? `${brand.name} scores ${points} more than ${leader.name}, the strongest competitor.`
        : `${leader.name}, the strongest competitor, scores ${points} more than ${brand.name}.`,
    )
  }
  if (newOpportunities > 0)
    lines.push(`${formatQuantity(newOpportunities, 'new opportunity', 'new opportunities')}.`)
  return lines
}

function ofSeveral(brands: readonly BrandDigest[], frame: DigestFrame): Message {
  const changed = brands.filter(({ changes }) => changes.length > 0)
  const names = changed.map(({ brand }) => brand.name).join(', ')
  return {
    title: `${formatQuantity(brands.length, 'brand')}: ${changed.length === 0 ? 'no established changes' : `changes of ${formatQuantity(changed.length, 'brand')}`}`,
    context: contextOf('', frame),
    summary: changed.length === 0 ? [] : [`Established changes: ${names}.`],
    facts: [],
    sections: [
      { heading: 'Visibility score', items: brands.map(brandItem) },
      { heading: 'What changed', items: named(brands, changeItems) },
      { heading: 'No established change', items: steadyBrands(brands) },
      { heading: 'Do next', items: named(brands, (digest) => opportunityItems(digest, 1)) },
      { heading: 'New sources', items: named(brands, (digest) => sourceItems(digest, 2)) },
      { heading: 'Runs with problems', items: named(brands, runItems) },
    ],
    action: { label: 'Open all brands', path: '/dashboard' },
    ...(brands.some(({ summary }) => summary.simulated) && { note: simulatedNote }),
  }
}

function brandItem(digest: BrandDigest): MessageItem {
  const { brand, summary } = digest
  const { avg_visibility_score: score, intervals } = summary
  const change = changeOf(digest, 'score')
  const mark = change ? { mark: markOf(change) } : {}
  if (score === null) return { text: brand.name, detail: 'No answers', ...mark }
  const interval = intervals.avg_visibility_score
  const range = interval === null ? noData : `${formatScore(interval.low)} to ${formatScore(interval.high)}`
  return {
    text: `${brand.name}: ${formatScore(score)}`,
    detail: `95%: ${range}, ${formatQuantity(summary.result_count, 'answer')}`,
    path: pathOf(digest),
    ...mark,
  }
}

/** Adds the name of the brand to the items of each brand. */
const named = (
  brands: readonly BrandDigest[],
  itemsOf: (digest: BrandDigest) => MessageItem[],
): MessageItem[] =>
  brands.flatMap((digest) =>
    itemsOf(digest).map((item) => ({ ...item, text: `${digest.brand.name}: ${item.text}` })),
  )

function steadyBrands(brands: readonly BrandDigest[]): MessageItem[] {
  const steady = brands.filter(({ changes }) => changes.length === 0)
  if (steady.length === 0) return []
  return [{ text: steady.map(({ brand }) => brand.name).join(', ') }]
}
