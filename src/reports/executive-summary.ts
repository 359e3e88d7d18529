/** The generated headline and summary of a report: sentences about its numbers and how they differ from the period before. */
import type { Language } from '../../vocabulary/languages.ts'
import type { TestedNumber } from '../../vocabulary/tested-numbers.ts'
import { localize, withLocale } from '../languages/localized.ts'
import { dayValue, joinSentences, type Message, type MessageOrText, message } from '../languages/message.ts'
import { numberName, numberText } from '../metrics/number-texts.ts'
import type { BrandNumbers } from './brand-numbers.ts'
import type { SnapshotContent } from './snapshot.ts'

export type ReportTexts = { headline: string; summary: string }

/** Returns texts in the language of the report, which people can edit until it is published. */
export function writeSummary({ brands }: Pick<SnapshotContent, 'brands'>, language: Language): ReportTexts {
  const [brand] = brands
  const { headline, sentences } =
    brand && brands.length === 1
      ? { headline: getHeadline(brand), sentences: getSummary(brand) }
      : portfolioTexts(brands)
  return withLocale(language, () => ({
    headline: localize(headline),
    summary: localize(joinSentences(sentences)),
  }))
}

function getHeadline(numbers: BrandNumbers): Message {
  const { now, before, of, equals } = getRank(numbers)
  const brand = numbers.name
  if (of === 1)
    return message('reports.executiveSummary.brandHasAVisibilityScoreOf', {
      brand,
      score: numberText('score', numbers.summary.avg_visibility_score),
    })
  if (before !== now)
    return message('reports.executiveSummary.brandMovedFromBeforeToNow', {
      brand,
      before: ordinal(before),
      now: ordinal(now),
    })
  if (now === 1 && equals > 0)
    return message('reports.executiveSummary.brandSharesFirstPlaceWithCompetitors', {
      brand,
      competitors: equals,
    })
  if (now === 1)
    return message('reports.executiveSummary.brandLeadsCompetitors', {
      brand,
      competitors: of - 1,
    })
  return message('reports.executiveSummary.brandIsInPlacePlaceOf', {
    brand,
    place: ordinal(now),
    brands: of,
  })
}

function getSummary(brand: BrandNumbers): MessageOrText[] {
  const others = unusualNumbers(brand).map(changeSentence)
  const established = brand.trend.changes.findLast(({ number }) => number === 'score')
  const isCompared = brand.summary.change.usual_change !== null
  const noOthers = isCompared ? [message('reports.executiveSummary.noOtherUnusualChange')] : []
  return [
    scoreSentence(brand),
    ...(established ? [establishedSentence(established)] : []),
    leadSentence(brand),
    ...(others.length > 0 ? others : noOthers),
    stepsSentence(brand),
  ]
}

/** The difference from the period before, or why it is not known. */
function scoreSentence({ summary: { avg_visibility_score, change } }: BrandNumbers): Message {
  const score = numberText('score', avg_visibility_score)
  const { period_state: state, previous, current } = change
  if (state === 'insufficient_data' || state === 'not_comparable')
    return message('reports.executiveSummary.scoreNotCompared', { score })
  const before = numberText('score', previous)
  const after = numberText('score', current)
  if (state === 'usual_range') return message('reports.executiveSummary.scoreInUsualRange', { before, after })
  const changed = { name: numberName('score'), before, after }
  return state === 'up'
    ? message('reports.executiveSummary.nameRose', changed)
    : message('reports.executiveSummary.nameFell', changed)
}

type UnusualNumber = { number: TestedNumber; before: number | null; after: number | null; isUp: boolean }

/** The numbers other than the score whose difference from the period before is larger than usual. */
function unusualNumbers({
  summary: { changes },
  comparison: { share_of_voice },
}: BrandNumbers): UnusualNumber[] {
  const all = [
    ['mention_rate', changes.mention_rate_pct],
    ['share_of_voice', share_of_voice.change],
    ['citation_rate', changes.citation_rate_pct],
    ['positive_sentiment', changes.positive_sentiment_pct],
    ['avg_position', changes.avg_position],
  ] as const
  return all.flatMap(([number, { period_state: state, previous: before, current: after }]) =>
    state === 'up' || state === 'down' ? [{ number, before, after, isUp: state === 'up' }] : [],
  )
}

function stepsSentence({ opportunities: { done, open } }: BrandNumbers): Message {
  if (done.length > 0)
    return message('reports.executiveSummary.recommendedStepsWereCompletedAreOpen', {
      done: done.length,
      open: open.length,
    })
  if (open.length === 0) return message('reports.executiveSummary.noRecommendedStepIsOpen')
  return message('reports.executiveSummary.recommendedStepsAreOpen', {
    open: open.length,
  })
}

function leadSentence({ name: brand, comparison }: BrandNumbers): Message {
  const own = comparison.brand.avg_visibility_score ?? 0
  const [best] = comparison.competitors
  if (!best) return message('reports.executiveSummary.brandIsComparedWithNoCompetitor', { brand })
  const lead = own - (best.avg_visibility_score ?? 0)
  const [competitor, points] = [best.name, Math.abs(lead)]
  if (points < shownDifference)
    return message('reports.executiveSummary.brandAndCompetitorHaveTheSame', { brand, competitor })
  return lead > 0
    ? message('reports.executiveSummary.brandIsPointsPointsAheadOf', {
        brand,
        competitor,
        points,
      })
    : message('reports.executiveSummary.competitorLeadsByPointsPoints', { competitor, points })
}

/** Scores have one decimal. */
const shownDifference = 0.05

/**
 * The position of the brand among its competitors by visibility score, now and before the established changes of leads in the
 * period. Without one, a different order in the previous period can be random and is not a different position.
 */
function getRank({ comparison: { brand, competitors }, leads }: BrandNumbers) {
  const own = brand.avg_visibility_score ?? 0
  const isAhead = (each: (typeof competitors)[number]) => (each.avg_visibility_score ?? 0) > own
  const wasAhead = (each: (typeof competitors)[number]) => {
    const lead = leads.find(({ competitor_id }) => competitor_id === each.competitor_id)
    // The order in the period must agree with the change.
    return lead && (lead.direction === 'down') === isAhead(each) ? lead.direction === 'up' : isAhead(each)
  }
  return {
    now: 1 + competitors.filter(isAhead).length,
    before: 1 + competitors.filter(wasAhead).length,
    of: competitors.length + 1,
    equals: competitors.filter((each) => each.avg_visibility_score === brand.avg_visibility_score).length,
  }
}

type Change = BrandNumbers['trend']['changes'][number]

function changeSentence({ number, before, after, isUp }: UnusualNumber): Message {
  const changed = {
    name: numberName(number),
    before: numberText(number, before),
    after: numberText(number, after),
  }
  if (number === 'avg_position')
    return isUp
      ? message('reports.executiveSummary.nameSlipped', changed)
      : message('reports.executiveSummary.nameImproved', changed)
  return isUp
    ? message('reports.executiveSummary.nameRose', changed)
    : message('reports.executiveSummary.nameFell', changed)
}

/** An established change has its own days and means, which differ from the period's. */
const establishedSentence = ({ status, since, established, before, after }: Change): Message =>
  message('reports.executiveSummary.scoreChangeEstablished', {
    status,
    points: Math.abs(after - before),
    since: dayValue(since),
    established: dayValue(established),
  })

function portfolioTexts(brands: readonly BrandNumbers[]): { headline: Message; sentences: Message[] } {
  const getNames = (status: 'up' | 'down') =>
    brands.filter(({ summary }) => summary.change.period_state === status).map(({ name }) => name)
  const [risen, fallen] = [getNames('up'), getNames('down')]
  const sentences = [
    ...(risen.length > 0 ? [message('reports.executiveSummary.itRoseForBrands', { brands: risen })] : []),
    ...(fallen.length > 0 ? [message('reports.executiveSummary.itFellForBrands', { brands: fallen })] : []),
  ]
  const unchanged = message('reports.executiveSummary.noBrandHasAnEstablishedChange')
  return {
    headline: portfolioHeadline(risen.length, fallen.length, brands.length),
    sentences: sentences.length > 0 ? sentences : [unchanged],
  }
}

function portfolioHeadline(risen: number, fallen: number, brands: number): Message {
  if (risen > 0 && fallen > 0)
    return message('reports.executiveSummary.visibilityRoseForRisenAndFell', { risen, fallen, brands })
  if (risen > 0)
    return message('reports.executiveSummary.visibilityRoseForRisenOfBrands', {
      risen,
      brands,
    })
  if (fallen > 0)
    return message('reports.executiveSummary.visibilityFellForFallenOfBrands', {
      fallen,
      brands,
    })
  return message('reports.executiveSummary.visibilityOfBrandsWithoutAnEstablished', { brands })
}

const ordinal = (rank: number): Message => message('reports.executiveSummary.rank', { rank })
