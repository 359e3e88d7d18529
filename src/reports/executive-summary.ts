/** The generated headline and summary of a report: sentences about its numbers and established changes only. */
import type { Language } from '../../vocabulary/languages.ts'
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
  const changes = getChanges(brand)
  const score = changes.find(({ number }) => number === 'score')
  const others = changes.filter(({ number }) => number !== 'score').map(changeSentence)
  const noOthers = score ? [message('reports.executiveSummary.noOtherNumberChangedSignificantly')] : []
  return [
    score ? changeSentence(score) : unchangedScore(brand),
    leadSentence(brand),
    ...(others.length > 0 ? others : noOthers),
    stepsSentence(brand),
  ]
}

const unchangedScore = ({ summary }: BrandNumbers) =>
  message('reports.executiveSummary.theVisibilityScoreIsScoreOf', {
    score: numberText('score', summary.avg_visibility_score),
  })

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

/** Returns the last established change of each number in the period. */
export function getChanges({ trend }: BrandNumbers): Change[] {
  const last = new Map(trend.changes.map((change) => [change.number, change]))
  return [...last.values()]
}

function changeSentence({ number, status, ...change }: Change): Message {
  const [name, day] = [numberName(number), dayValue(change.since)]
  const [before, after] = [numberText(number, change.before), numberText(number, change.after)]
  const isPosition = number === 'avg_position'
  if (isPosition && status === 'up')
    return message('reports.executiveSummary.nameSlippedFromBeforeToAfter', {
      name,
      before,
      after,
      day,
    })
  if (isPosition)
    return message('reports.executiveSummary.nameImprovedFromBeforeToAfter', {
      name,
      before,
      after,
      day,
    })
  if (status === 'up')
    return message('reports.executiveSummary.nameRoseFromBeforeToAfter', {
      name,
      before,
      after,
      day,
    })
  return message('reports.executiveSummary.nameFellFromBeforeToAfter', { name, before, after, day })
}

function portfolioTexts(brands: readonly BrandNumbers[]): { headline: Message; sentences: Message[] } {
  const getNames = (status: 'up' | 'down') =>
    brands
      .filter((brand) => getChanges(brand).some((each) => each.number === 'score' && each.status === status))
      .map(({ name }) => name)
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
