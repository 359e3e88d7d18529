/** Composes the message of a digest: about one brand in detail, about several as an overview. Pure. */
import type { DigestFrequency } from '../../vocabulary/notifications.ts'
import { dayValue, type Message, type MessageOrText, message } from '../languages/message.ts'
import { scoreText } from '../metrics/number-texts.ts'
import type { ContentItem, NotificationContent } from '../notifications/content.ts'
import {
  brandPath,
  changeItems,
  competitorSection,
  factsNote,
  headlineFacts,
  opportunityItems,
  periodMark,
  runItems,
  sourceItems,
} from './brand-sections.ts'
import type { BrandDigest, DigestPeriod } from './read-brand.ts'

export type DigestFrame = { frequency: DigestFrequency; period: DigestPeriod }

export function composeDigest(brands: readonly BrandDigest[], frame: DigestFrame): NotificationContent {
  const [first, ...others] = brands
  if (first === undefined) return withoutBrands(frame)
  return others.length === 0 ? ofOneBrand(first, frame) : ofSeveral(brands, frame)
}

const withoutBrands = (frame: DigestFrame): NotificationContent => ({
  title: message('digests.compose.noBrandsInYourDigest'),
  context: describePeriod(frame),
  summary: [message('digests.compose.theBrandsOfYourDigestWere')],
  facts: [],
  sections: [],
  action: { label: message('common.texts.changeDigest'), path: '/dashboard/settings/digest' },
})

function describePeriod({ frequency, period }: DigestFrame): Message {
  const [from, to] = [dayValue(period.from), dayValue(period.to)]
  return frequency === 'weekly'
    ? message('digests.compose.weeklyDigestFromToTo', { from, to })
    : message('digests.compose.monthlyDigestFromToTo', { from, to })
}

function contextOfBrand(brand: string, { frequency, period }: DigestFrame): Message {
  const [from, to] = [dayValue(period.from), dayValue(period.to)]
  return frequency === 'weekly'
    ? message('digests.compose.brandWeeklyDigestFromToTo', { brand, from, to })
    : message('digests.compose.brandMonthlyDigestFromToTo', { brand, from, to })
}

const simulatedNote = message('common.texts.simulatedDataTheseAnswersAreNot')

function ofOneBrand(digest: BrandDigest, frame: DigestFrame): NotificationContent {
  const { brand, summary } = digest
  const hasAnswers = summary.result_count > 0
  return {
    title: getTitle(digest),
    context: contextOfBrand(brand.name, frame),
    summary: getSummary(digest),
    facts: hasAnswers ? headlineFacts(digest) : [],
    ...(hasAnswers && { facts_note: factsNote(digest) }),
    sections: [
      competitorSection(digest),
      { heading: message('digests.compose.establishedChanges'), items: changeItems(digest) },
      { heading: message('digests.compose.doNext'), items: opportunityItems(digest, 3) },
      { heading: message('digests.compose.newSources'), items: sourceItems(digest, 5) },
      { heading: message('digests.compose.runsWithProblems'), items: runItems(digest) },
    ],
    action: { label: message('digests.compose.openTheOverview'), path: brandPath(digest) },
    ...(summary.simulated && { note: simulatedNote }),
  }
}

function getTitle(digest: BrandDigest): Message {
  const { summary } = digest
  const brand = digest.brand.name
  const score = summary.avg_visibility_score
  if (summary.result_count === 0 || score === null)
    return message('digests.compose.brandNoAnswersInThisPeriod', { brand })
  const { period_state: state, delta } = summary.change
  const points = Math.abs(delta ?? 0)
  if (state === 'up')
    return message('digests.compose.brandVisibilityScoreScoreUpPoints', { brand, score, points })
  if (state === 'down')
    return message('digests.compose.brandVisibilityScoreScoreDownPoints', { brand, score, points })
  return state === 'usual_range'
    ? message('digests.compose.scoreInUsualRange', { brand, score })
    : message('digests.compose.scoreOnly', { brand, score })
}

/** Says how the brand compares with the strongest competitor. */
function getSummary({ brand, summary, comparison, newOpportunities }: BrandDigest): MessageOrText[] {
  const rivals = comparison.competitors.flatMap(({ name, avg_visibility_score: score }) =>
    score === null ? [] : [{ name, score }],
  )
  const [leader] = rivals.sort((a, b) => b.score - a.score)
  const own = summary.avg_visibility_score
  const opportunities = message('digests.compose.newOpportunities', { opportunities: newOpportunities })
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
    ? message('digests.compose.brandScoresPointsPointsMoreThan', { brand, competitor, points })
    : message('digests.compose.competitorTheStrongestCompetitorScores', { brand, competitor, points })
}

function ofSeveral(brands: readonly BrandDigest[], frame: DigestFrame): NotificationContent {
  const changed = brands.filter(({ changes }) => changes.length > 0)
  const names = changed.map(({ brand }) => brand.name).join(', ')
  return {
    title:
      changed.length === 0
        ? message('digests.compose.brandsNoEstablishedChanges', {
            brands: brands.length,
          })
        : message('digests.compose.brandsChangesOfBrands', {
            brands: brands.length,
            changed: changed.length,
          }),
    context: describePeriod(frame),
    summary: changed.length === 0 ? [] : [message('digests.compose.establishedChangesNames', { names })],
    facts: [],
    sections: [
      { heading: message('labels.metric.visibility_score.label'), items: brands.map(brandItem) },
      { heading: message('digests.compose.establishedChanges'), items: named(brands, changeItems) },
      {
        heading: message('digests.compose.doNext'),
        items: named(brands, (digest) => opportunityItems(digest, 1)),
      },
      {
        heading: message('digests.compose.newSources'),
        items: named(brands, (digest) => sourceItems(digest, 2)),
      },
      { heading: message('digests.compose.runsWithProblems'), items: named(brands, runItems) },
    ],
    action: { label: message('digests.compose.openAllBrands'), path: '/dashboard' },
    ...(brands.some(({ summary }) => summary.simulated) && { note: simulatedNote }),
  }
}

function brandItem(digest: BrandDigest): ContentItem {
  const { brand, summary } = digest
  const { avg_visibility_score: score, intervals } = summary
  if (score === null) return { text: brand.name, detail: message('digests.compose.noAnswers') }
  const interval = intervals.avg_visibility_score
  const answers = summary.result_count
  return {
    text: message('digests.compose.brandText', { brand: brand.name, text: scoreText(score) }),
    detail:
      interval === null
        ? message('digests.compose.n95Answers', { answers })
        : message('digests.compose.n95LowToHighAnswers', { low: interval.low, high: interval.high, answers }),
    path: brandPath(digest),
    mark: periodMark(summary.change, { number: 'score' }),
  }
}

/** Adds the name of the brand to the items of each brand. */
const named = (
  brands: readonly BrandDigest[],
  toItems: (digest: BrandDigest) => ContentItem[],
): ContentItem[] =>
  brands.flatMap((digest) =>
    toItems(digest).map((item) => ({
      ...item,
      text: message('digests.compose.brandText', { brand: digest.brand.name, text: item.text }),
    })),
  )
