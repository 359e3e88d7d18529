import { sumBy } from './basket.ts'
import { minClusters } from './bootstrap.ts'
import {
  type Change,
  type ComparedUnit,
  compareCommon,
  minAnswers,
  type Pair,
  stateOf,
  undecided,
} from './paired-change.ts'
import { detectableFrom } from './sample-size.ts'
import { seededRandom } from './seeded-random.ts'

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
 * Under the null hypothesis the order of a prompt's two windows is random. So the windows are swapped at random, prompt by
 * prompt, and `p_value` is the proportion of permutations with at least the observed change (a sign-flip permutation test).
 * Equal data in the same order give equal p-values.
 */
export function shareChange(before: readonly ShareMoments[], after: readonly ShareMoments[]): ShareChange {
  return { detectable: null, ...compareCommon<ShareMoments, Change | ShareChange>(before, after, testShares) }
}

function testShares(pairs: Pair<ShareMoments>[]): Change | ShareChange {
  const prompts = [...Map.groupBy(pairs, ({ prompt }) => prompt).values()]
    .map(halvesOf)
    .filter(({ before, after }) => before.all + after.all > 0)
  const mentionsBefore = sumBy(pairs, ({ before }) => before.all)
  const mentionsAfter = sumBy(pairs, ({ after }) => after.all)
  const least = Math.min(mentionsBefore, mentionsAfter)
  const previous = shareOf(prompts.map(({ before }) => before))
  const current = shareOf(prompts.map(({ after }) => after))
  const observed = least > 0 ? { previous, delta: current - previous } : {}
  if (least < minAnswers) {
    const reason = `The answers to the questions asked in both periods contain ${mentionsBefore} mentions before and ${mentionsAfter} now; ${minAnswers} in each are needed.`
    return { ...undecided('insufficient_data', reason), ...observed }
  }
  if (prompts.length < minClusters) {
    const reason = `Tracked entities are named in the answers to ${prompts.length} of the prompts asked in both periods; ${minClusters} are needed.`
    return { ...undecided('insufficient_data', reason), ...observed }
  }
  const p = permutationP(prompts)
  return {
    previous,
    delta: current - previous,
    state: stateOf(p, current - previous),
    p_value: p,
    reason: `Permutation test over ${prompts.length} prompts asked in both periods.`,
    detectable: detectableFrom(standardError(prompts, previous, current), prompts.length - 1),
  }
}

type Half = { own: number; all: number }
/** A prompt's mentions in both windows; `before` is scaled to the current number of answers. */
type Halves = { before: Half; after: Half }

function halvesOf(pairs: readonly Pair<ShareMoments>[]): Halves {
  const scaled = ({ before, after }: Pair<ShareMoments>) => after.n / before.n
  return {
    before: {
      own: sumBy(pairs, (pair) => pair.before.own * scaled(pair)),
      all: sumBy(pairs, (pair) => pair.before.all * scaled(pair)),
    },
    after: { own: sumBy(pairs, ({ after }) => after.own), all: sumBy(pairs, ({ after }) => after.all) },
  }
}

const shareOf = (halves: readonly Half[]) => sumBy(halves, ({ own }) => own) / sumBy(halves, ({ all }) => all)

const permutations = 2_000

function permutationP(prompts: readonly Halves[]): number {
  const random = seededRandom(1)
  const halves = prompts.flatMap(({ before, after }) => [before, after])
  const own = Float64Array.from(halves, (half) => half.own)
  const all = Float64Array.from(halves, (half) => half.all)
  const owns = sumBy(halves, (half) => half.own)
  const alls = sumBy(halves, (half) => half.all)
  // The tolerance absorbs rounding errors.
  const observed = Math.abs(differenceOf(prompts)) - 1e-12
  // The observed order is one of the permutations.
  let asLarge = 1
  for (let round = 0; round < permutations; round++) {
    let first = 0
    let firstOwn = 0
    for (let prompt = 0; prompt < prompts.length; prompt++) {
      const half = 2 * prompt + (random() < 0.5 ? 0 : 1)
      firstOwn += own[half] ?? 0
      first += all[half] ?? 0
    }
    const difference = Math.abs((owns - firstOwn) / (alls - first) - firstOwn / first)
    // With all mentions in one half the difference is undefined (NaN) and counts as at least as large.
    if (!(difference < observed)) asLarge++
  }
  return asLarge / (1 + permutations)
}

const differenceOf = (prompts: readonly Halves[]) =>
  shareOf(prompts.map(({ after }) => after)) - shareOf(prompts.map(({ before }) => before))

/** The linearized standard error of the difference of two ratios over prompts. */
function standardError(prompts: readonly Halves[], previous: number, current: number): number {
  const mentionsBefore = sumBy(prompts, ({ before }) => before.all)
  const mentionsAfter = sumBy(prompts, ({ after }) => after.all)
  const squares = sumBy(
    prompts,
    ({ before, after }) =>
      ((after.own - current * after.all) / mentionsAfter -
        (before.own - previous * before.all) / mentionsBefore) **
      2,
  )
  return Math.sqrt((squares * prompts.length) / (prompts.length - 1))
}
