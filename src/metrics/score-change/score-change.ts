/**
 * What a change of the visibility score is made of, where it is more than chance: parts that add up to it, and what else was
 * different between the two windows. A change within chance has no reasons, and none are given.
 */
import { z } from 'zod'
import { previousScope, type Scope } from '../../answers/scope.ts'
import { scoreWeightsMilli } from '../../answers/visibility-score.ts'
import { listEntities } from '../../brands/entities.ts'
import type { Context } from '../../core/context.ts'
import { timeSlicedSteps } from '../../core/yield-to-event-loop.ts'
import { readComparison } from '../competitor-comparison.ts'
import { defineMetric } from '../metric.ts'
import { readPromptNames } from '../prompt-names.ts'
import { memoize } from '../rollups/cache.ts'
import { type RollupRow, readRollupRows } from '../rollups/running-totals.ts'
import { readWindow, type Snapshot } from '../rollups/snapshot.ts'
import { sumBy } from '../statistics/basket.ts'
import {
  adjustForMultipleTests,
  type Change,
  type KeyedMoments,
  type Pair,
  pairUp,
  partInChange,
} from '../statistics/paired-change.ts'
import { comparisonKey, keyedCells, moments, readScoreChange } from '../totals.ts'
import {
  ChangeRecord,
  Count,
  describeMetric,
  MetricHeader,
  metricHeader,
  Platform,
  QValue,
  scoreChange,
  twoDecimals,
} from '../values.ts'
import { findOtherChanges, listFailures, OtherChange } from './other-changes.ts'
import { listSourceChanges, SourceChange } from './source-changes.ts'

const JudgedChange = ChangeRecord.extend({ q_value: QValue })

const Contribution = z.number().describe('Its part in the change, in points.')

const Part = {
  contribution: Contribution,
  result_count: Count.describe('Answers of the window to the questions that are compared.'),
  change: JudgedChange.describe('Of its own score, in points, judged together with the rest of the list.'),
}

const shownPrompts = 10

const ScoreChange = z
  .object({
    ...MetricHeader,
    previous_window: MetricHeader.window.nullable(),
    change: ChangeRecord.describe('Of avg_visibility_score, in points; the same as in visibility-summary.'),
    prompt_count: Count.describe('Prompts that are compared.'),
    by_measure: z
      .array(z.object({ measure: z.enum(['named', 'cited', 'position']), contribution: Contribution }))
      .describe('What the score is made of. The contributions add up to the change, but for rounding.'),
    by_platform: z.array(z.object({ platform: Platform, ...Part })).describe('These add up as well.'),
    by_topic: z
      .array(z.object({ topic_id: z.uuid().nullable(), topic_name: z.string().nullable(), ...Part }))
      .describe('These add up as well; prompts without a topic together under null.'),
    by_prompt: z
      .array(z.object({ prompt_id: z.uuid(), prompt_text: z.string(), ...Part }))
      .max(shownPrompts)
      .describe('Those that contribute most in either direction; all prompts add up.'),
    competitors: z
      .array(z.object({ competitor_id: z.uuid(), name: z.string(), change: JudgedChange }))
      .describe('Those whose own score changed in answers to the same questions.'),
    sources: z
      .array(SourceChange)
      .describe(
        'Domains that are cited in more or fewer of the answers than before; none where more than a tenth of the answers are to other questions than before.',
      ),
    circumstances: z.array(OtherChange).describe('What was different besides.'),
  })
  .meta({ id: 'ScoreChange' })

export const scoreChangeReasons = defineMetric({
  summary: 'Say what a change of the visibility score is made of',
  description: describeMetric(
    ['visibility_score'],
    'Compared are the questions that have answers in the window and in the one of equal length before. A part contributes its share of the answers times how far its own score moved.',
    'All lists are empty unless `change.state` is `up` or `down`: what may be chance has no reasons.',
  ),
  query: {},
  returns: ScoreChange,
  read,
})

type Reasons = Omit<z.input<typeof ScoreChange>, keyof typeof MetricHeader | 'previous_window' | 'change'>

const noReasons: Reasons = {
  prompt_count: 0,
  by_measure: [],
  by_platform: [],
  by_topic: [],
  by_prompt: [],
  competitors: [],
  sources: [],
  circumstances: [],
}

function read(ctx: Context, scope: Scope): Promise<z.input<typeof ScoreChange>> {
  return readWindow(ctx, scope.brand.id, async (at) => {
    const earlier = previousScope(at, scope)
    const change = await readScoreChange(at, scope)
    const reasons = earlier && isFound(change) ? await findReasons(at, { scope, earlier, change }) : noReasons
    return {
      ...metricHeader(scope),
      previous_window: earlier && metricHeader(earlier).window,
      change,
      ...reasons,
    }
  })
}

const isFound = ({ state }: Change) => state === 'up' || state === 'down'

type Found = { scope: Scope; earlier: Scope; change: Change }

async function findReasons(at: Snapshot, found: Found): Promise<Reasons> {
  const { scope, earlier } = found
  const { pairs, by_measure, byPlatform, byPrompt, sources, differences, answers } = await readSums(at, found)
  const prompts = await readPromptNames(
    at,
    scope.brand.id,
    byPrompt.map(({ of }) => of),
  )
  const topics = new Map([...prompts.values()].map(({ topic_id, topic_name }) => [topic_id, topic_name]))
  return {
    prompt_count: byPrompt.length,
    by_measure,
    by_platform: byPlatform.map(({ of, ...part }) => ({ platform: Platform.parse(of), ...part })),
    by_topic: partsBy(pairs, ({ prompt }) => prompts.get(prompt)?.topic_id ?? null).map(
      ({ of, ...part }) => ({ topic_id: of, topic_name: topics.get(of) ?? null, ...part }),
    ),
    by_prompt: byPrompt.slice(0, shownPrompts).map(({ of, ...part }) => ({
      prompt_id: of,
      prompt_text: prompts.get(of)?.text ?? '',
      ...part,
    })),
    competitors: await listCompetitorChanges(at, scope),
    sources,
    circumstances: [...differences, ...(await listFailures(at, { scope, earlier, answers }))],
  }
}

/** A question that is compared, and where it is asked. */
type Compared = Pair<KeyedMoments> & { platform: string }

/** What follows from the sums alone. */
function readSums(at: Snapshot, { scope, earlier, change }: Found) {
  return memoize(at, scope, ['score change reasons', earlier.from], async () => {
    const before = await readRollupRows(at, earlier)
    const now = await readRollupRows(at, scope)
    const platforms = new Map(now.map((cell) => [comparisonKey(cell), cell.platform]))
    const step = timeSlicedSteps()
    const pairs = await step(() =>
      pairUp(keyedCells(before), keyedCells(now)).map(
        (pair): Compared => ({ ...pair, platform: platforms.get(pair.key) ?? '' }),
      ),
    )
    return {
      pairs,
      by_measure: await step(() => measuresOf(before, now, change.delta ?? 0)),
      byPlatform: await step(() => partsBy(pairs, ({ platform }) => platform)),
      byPrompt: await step(() => partsBy(pairs, ({ prompt }) => prompt)),
      sources: await listSourceChanges(at, { scope, earlier, before, now }),
      differences: await step(() => findOtherChanges(before, now)),
      answers: { before: sumBy(before, (cell) => cell.answers), now: sumBy(now, (cell) => cell.answers) },
    }
  })
}

/** What all pairs of a name contribute together, the most first. */
function partsBy<T>(pairs: readonly Compared[], nameOf: (pair: Compared) => T) {
  const groups = [...Map.groupBy(pairs, nameOf)].map(([of, group]) => ({
    of,
    contribution: sumBy(group, partInChange) / 1000,
    result_count: sumBy(group, ({ after }) => after.n),
    ...scoreChange(
      group.map(({ before }) => before),
      group.map(({ after }) => after),
    ),
  }))
  return adjustForMultipleTests(groups)
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
    .map(({ of, contribution, result_count, ...change }) => ({
      of,
      contribution: twoDecimals(contribution),
      result_count,
      change,
    }))
}

/** A score is a sum of what being named, being cited and the place are worth, and so is its change. */
function measuresOf(
  before: readonly RollupRow[],
  now: readonly RollupRow[],
  delta: number,
): Reasons['by_measure'] {
  const moved = (value: (cell: RollupRow) => { n: number; sum: number; sumSquares: number }) =>
    sumBy(pairUp(keyedCells(before, value), keyedCells(now, value)), partInChange)
  const named = twoDecimals((moved(moments.named) * scoreWeightsMilli.named) / 1000)
  const cited = twoDecimals((moved(moments.cited) * scoreWeightsMilli.cited) / 1000)
  return [
    { measure: 'named', contribution: named },
    { measure: 'cited', contribution: cited },
    { measure: 'position', contribution: twoDecimals(delta - named - cited) },
  ]
}

async function listCompetitorChanges(at: Snapshot, scope: Scope): Promise<Reasons['competitors']> {
  const competitors = await listEntities(at, 'competitors', scope.brand.id)
  const { rivals } = await readComparison(at, scope, competitors)
  return competitors
    .flatMap(({ id, name, number }) => {
      const found = rivals.find(({ entity }) => entity === number)
      return found && isFound(found.change) ? [{ competitor_id: id, name, change: found.change }] : []
    })
    .sort((a, b) => Math.abs(b.change.delta ?? 0) - Math.abs(a.change.delta ?? 0))
}
