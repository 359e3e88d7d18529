import { sumBy } from './basket.ts'
import { tTwoSidedP } from './distributions.ts'
import {
  type Change,
  type ComparedUnit,
  compareCommon,
  minAnswers,
  type Pair,
  stateOf,
  undecided,
} from './paired-change.ts'
import { influencesOf, minClusters, type RatioCluster, ratioOf } from './ratio-interval.ts'
import { detectableFrom } from './sample-size.ts'

/** A question in one window: mentions of the brand (`own`), and of the brand and all competitors (`all`). */
export type ShareMoments = ComparedUnit & { own: number; all: number }

export type ShareChange = Change & {
  /** The smallest change that is detected with 80 % probability between two such windows, 0 to 1. */
  detectable: number | null
}

/**
 * Tests whether a share, Σ own / Σ all (0 to 1), changed between two windows. As in `pairedChange`, only the common questions
 * count, and `previous` is weighted as if the earlier window had the current numbers of answers.
 *
 * The variance of the change is the jackknife's over prompts: each prompt is left out of both windows together. `p_value` is
 * that of Student's t with one degree of freedom less than there are prompts.
 */
export function shareChange(before: readonly ShareMoments[], after: readonly ShareMoments[]): ShareChange {
  return { detectable: null, ...compareCommon<ShareMoments, Change | ShareChange>(before, after, testShares) }
}

function testShares(pairs: Pair<ShareMoments>[]): Change | ShareChange {
  const prompts = [...Map.groupBy(pairs, ({ prompt }) => prompt).values()]
    .map(windowsOf)
    .filter(({ before, after }) => before.denominator + after.denominator > 0)
  const mentionsBefore = sumBy(pairs, ({ before }) => before.all)
  const mentionsAfter = sumBy(pairs, ({ after }) => after.all)
  const least = Math.min(mentionsBefore, mentionsAfter)
  const [before, after] = [prompts.map(({ before }) => before), prompts.map(({ after }) => after)]
  const previous = ratioOf(before)
  const delta = ratioOf(after) - previous
  const observed = least > 0 ? { previous, delta } : {}
  if (least < minAnswers) {
    const reason = `The answers to the questions with answers in both periods contain ${mentionsBefore} mentions before and ${mentionsAfter} now; ${minAnswers} in each are needed.`
    return { ...undecided('insufficient_data', reason), ...observed }
  }
  if (prompts.length < minClusters) {
    const reason = `Tracked entities are named in the answers to ${prompts.length} of the prompts with answers in both periods; ${minClusters} are needed.`
    return { ...undecided('insufficient_data', reason), ...observed }
  }
  const standardError = standardErrorOf(before, after)
  if (!Number.isFinite(standardError)) {
    const reason = 'All mentions of one of the periods are in the answers to a single prompt.'
    return { ...undecided('insufficient_data', reason), ...observed }
  }
  const df = prompts.length - 1
  const p = delta === 0 ? 1 : tTwoSidedP(delta / standardError, df)
  return {
    previous,
    delta,
    state: stateOf(p, delta),
    p_value: p,
    reason: `Jackknife t test over ${prompts.length} prompts with answers in both periods.`,
    detectable: detectableFrom(standardError, df),
  }
}

/** A prompt's mentions in both windows; those before are scaled to the current number of answers. */
type Windows = { before: RatioCluster; after: RatioCluster }

function windowsOf(pairs: readonly Pair<ShareMoments>[]): Windows {
  const scaled = ({ before, after }: Pair<ShareMoments>) => after.n / before.n
  return {
    before: {
      numerator: sumBy(pairs, (pair) => pair.before.own * scaled(pair)),
      denominator: sumBy(pairs, (pair) => pair.before.all * scaled(pair)),
    },
    after: {
      numerator: sumBy(pairs, ({ after }) => after.own),
      denominator: sumBy(pairs, ({ after }) => after.all),
    },
  }
}

function standardErrorOf(before: readonly RatioCluster[], after: readonly RatioCluster[]): number {
  const influencesBefore = influencesOf(before)
  const squares = sumBy(
    influencesOf(after).map((influence, prompt) => influence - (influencesBefore[prompt] ?? 0)),
    (influence) => influence ** 2,
  )
  return Math.sqrt(((before.length - 1) / before.length) * squares)
}
