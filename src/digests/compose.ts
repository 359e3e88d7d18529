/** Composes the message of a digest: about one brand in detail, about several as an overview. Pure. */
import type { DigestFrequency } from '../../vocabulary/notifications.ts'
import { dayValue, type Message, type MessageOrText, message } from '../languages/message.ts'
import { scoreText } from '../metrics/number-texts.ts'
import type { ContentItem, NotificationContent } from '../notifications/content.ts'
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

export function composeDigest(brands: readonly BrandDigest[], frame: DigestFrame): NotificationContent {
  const [first, ...others] = brands
  if (first === undefined) return withoutBrands(frame)
  return others.length === 0 ? ofOneBrand(first, frame) : ofSeveral(brands, frame)
}

const withoutBrands = (frame: DigestFrame): NotificationContent => ({
  title: message('No brands in your digest'),
  context: contextOf(frame),
  summary: [message('The brands of your digest were deleted, or you can no longer see them.')],
  facts: [],
  sections: [],
  action: { label: message('Change digest'), path: '/dashboard/settings/digest' },
})

function contextOf({ frequency, period }: DigestFrame): Message {
  const [from, to] = [dayValue(period.from), dayValue(period.to)]
  return frequency === 'weekly'
    ? message('weekly digest, {from, date, day} to {to, date, day}', { from, to })
    : message('monthly digest, {from, date, day} to {to, date, day}', { from, to })
}

function contextOfBrand(brand: string, { frequency, period }: DigestFrame): Message {
  const [from, to] = [dayValue(period.from), dayValue(period.to)]
  return frequency === 'weekly'
    ? message('{brand} weekly digest, {from, date, day} to {to, date, day}', { brand, from, to })
    : message('{brand} monthly digest, {from, date, day} to {to, date, day}', { brand, from, to })
}

const simulatedNote = message('Simulated data: these answers are not from real engines.')

function ofOneBrand(digest: BrandDigest, frame: DigestFrame): NotificationContent {
  const { brand, summary } = digest
  const hasAnswers = summary.result_count > 0
  return {
    title: titleOf(digest),
    context: contextOfBrand(brand.name, frame),
    summary: summaryOf(digest),
    facts: hasAnswers ? headlineFacts(digest) : [],
    ...(hasAnswers && { facts_note: factsNote(digest) }),
    sections: [
      competitorSection(digest),
      { heading: message('What changed'), items: changeItems(digest) },
      { heading: message('No established change'), items: unchangedItems(digest) },
      { heading: message('Do next'), items: opportunityItems(digest, 3) },
      { heading: message('New sources'), items: sourceItems(digest, 5) },
      { heading: message('Runs with problems'), items: runItems(digest) },
    ],
    action: { label: message('Open the overview'), path: pathOf(digest) },
    ...(summary.simulated && { note: simulatedNote }),
  }
}

function titleOf(digest: BrandDigest): Message {
  const { summary } = digest
  const brand = digest.brand.name
  const score = summary.avg_visibility_score
  if (summary.result_count === 0 || score === null)
    return message('{brand}: no answers in this period', { brand })
  const change = changeOf(digest, 'score')
  if (change === undefined)
    return message('{brand}: visibility score {score, number, score}, no established change', {
      brand,
      score,
    })
  const points = Math.abs(change.after - change.before)
  return change.direction === 'up'
    ? message('{brand}: visibility score {score, number, score}, up {points, number, score}', {
        brand,
        score,
        points,
      })
    : message('{brand}: visibility score {score, number, score}, down {points, number, score}', {
        brand,
        score,
        points,
      })
}

/** Says how the brand compares with the strongest competitor. */
function summaryOf({ brand, summary, comparison, newOpportunities }: BrandDigest): MessageOrText[] {
  const rivals = comparison.competitors.flatMap(({ name, avg_visibility_score: score }) =>
    score === null ? [] : [{ name, score }],
  )
  const [leader] = rivals.sort((a, b) => b.score - a.score)
  const own = summary.avg_visibility_score
  const opportunities = message(
    '{opportunities, plural, one {# new opportunity} other {# new opportunities}}.',
    { opportunities: newOpportunities },
  )
  return [
    ...(own !== null && leader ? [leadText({ name: brand.name, score: own }, leader)] : []),
    ...(newOpportunities > 0 ? [opportunities] : []),
  ]
}

type Scored = { name: string; score: number }

function leadText(own: Scored, leader: Scored): Message {
  const points = Math.abs(own.score - leader.score)
  const [brand, competitor] = [own.name, leader.name]
  return own.score >= leader.score
    ? message(
        '{brand} scores {points, number, score} points more than {competitor}, the strongest competitor.',
        { brand, competitor, points },
      )
    : message(
        '{competitor}, the strongest competitor, scores {points, number, score} points more than {brand}.',
        { brand, competitor, points },
      )
}

function ofSeveral(brands: readonly BrandDigest[], frame: DigestFrame): NotificationContent {
  const changed = brands.filter(({ changes }) => changes.length > 0)
  const names = changed.map(({ brand }) => brand.name).join(', ')
  return {
    title:
      changed.length === 0
        ? message('{brands, plural, one {# brand} other {# brands}}: no established changes', {
            brands: brands.length,
          })
        : message(
            '{brands, plural, one {# brand} other {# brands}}: changes of {changed, plural, one {# brand} other {# brands}}',
            { brands: brands.length, changed: changed.length },
          ),
    context: contextOf(frame),
    summary: changed.length === 0 ? [] : [message('Established changes: {names}.', { names })],
    facts: [],
    sections: [
      { heading: message('Visibility score'), items: brands.map(brandItem) },
      { heading: message('What changed'), items: named(brands, changeItems) },
      { heading: message('No established change'), items: steadyBrands(brands) },
      { heading: message('Do next'), items: named(brands, (digest) => opportunityItems(digest, 1)) },
      { heading: message('New sources'), items: named(brands, (digest) => sourceItems(digest, 2)) },
      { heading: message('Runs with problems'), items: named(brands, runItems) },
    ],
    action: { label: message('Open all brands'), path: '/dashboard' },
    ...(brands.some(({ summary }) => summary.simulated) && { note: simulatedNote }),
  }
}

function brandItem(digest: BrandDigest): ContentItem {
  const { brand, summary } = digest
  const { avg_visibility_score: score, intervals } = summary
  const change = changeOf(digest, 'score')
  const mark = change ? { mark: markOf(change) } : {}
  if (score === null) return { text: brand.name, detail: message('No answers'), ...mark }
  const interval = intervals.avg_visibility_score
  const answers = summary.result_count
  return {
    text: message('{brand}: {text}', { brand: brand.name, text: scoreText(score) }),
    detail:
      interval === null
        ? message('95%: –, {answers, plural, one {# answer} other {# answers}}', { answers })
        : message(
            '95%: {low, number, score} to {high, number, score}, {answers, plural, one {# answer} other {# answers}}',
            { low: interval.low, high: interval.high, answers },
          ),
    path: pathOf(digest),
    ...mark,
  }
}

/** Adds the name of the brand to the items of each brand. */
const named = (
  brands: readonly BrandDigest[],
  itemsOf: (digest: BrandDigest) => ContentItem[],
): ContentItem[] =>
  brands.flatMap((digest) =>
    itemsOf(digest).map((item) => ({
      ...item,
      text: message('{brand}: {text}', { brand: digest.brand.name, text: item.text }),
    })),
  )

function steadyBrands(brands: readonly BrandDigest[]): ContentItem[] {
  const steady = brands.filter(({ changes }) => changes.length === 0)
  if (steady.length === 0) return []
  return [{ text: steady.map(({ brand }) => brand.name).join(', ') }]
}
