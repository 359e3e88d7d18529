/**
 * Explains a significant change of the visibility score: parts that add up to it, and what else differs between the two
 * windows. A change that may be chance is not explained.
 */
import { z } from 'zod'
import { scoreWeightsMilli } from '../../answers/visibility-score.ts'
import { listEntities } from '../../brands/entities.ts'
import { compareEntities } from '../competitor-comparison.ts'
import {
  ComparedResults,
  CompetitorId,
  CompetitorName,
  Count,
  Platform,
  PromptId,
  PromptText,
  TopicName,
} from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import { readPromptNames } from '../prompt-names.ts'
import type { RollupRow } from '../rollup-rows.ts'
import type { Period, Window } from '../rollups.ts'
import { type Moments, sumBy } from '../statistics/basket.ts'
import {
  adjustForMultipleTests,
  type Change,
  contributionOf,
  type KeyedMoments,
  type Pair,
  pairUp,
} from '../statistics/paired-change.ts'
import { momentsByQuestion, momentsOf, scoreChangeOf } from '../totals.ts'
import {
  AdjustedChange,
  describeMetric,
  MetricHeader,
  metricHeader,
  ScoreChangeRecord,
  scoreChange,
  twoDecimals,
} from '../values.ts'
import { findOtherChanges, listFailures, OtherChange } from './other-changes.ts'
import { listSourceChanges, SourceChange } from './source-changes.ts'

const Contribution = z.number().describe('Contribution to the change, in points.')

const Part = {
  contribution: Contribution,
  result_count: ComparedResults,
  change: AdjustedChange.describe(
    'Change of the score of the part, in points, adjusted for multiple comparisons.',
  ),
}

const maxListedPrompts = 10

const ScoreChange = z
  .object({
    ...MetricHeader,
    previous_window: MetricHeader.window.nullable(),
    change: ScoreChangeRecord,
    prompt_count: Count.describe('Compared prompts.'),
    by_measure: z
      .array(
        z.object({
          measure: z.enum(['named', 'cited', 'position']).describe('Component of the score.'),
          contribution: Contribution,
        }),
      )
      .describe('The components of the score. The contributions add up to the change, except for rounding.'),
    by_platform: z
      .array(z.object({ platform: Platform, ...Part }))
      .describe('The contributions add up to the change.'),
    by_topic: z
      .array(
        z.object({
          topic_id: z.uuid().nullable().describe('Id of the topic.'),
          topic_name: TopicName,
          ...Part,
        }),
      )
      .describe('The contributions add up to the change; null groups the prompts without a topic.'),
    by_prompt: z
      .array(z.object({ prompt_id: PromptId, prompt_text: PromptText, ...Part }))
      .max(maxListedPrompts)
      .describe('The prompts with the largest contributions in either direction.'),
    competitors: z
      .array(z.object({ competitor_id: CompetitorId, name: CompetitorName, change: AdjustedChange }))
      .describe('Competitors whose own score changed in the answers to the same questions.'),
    sources: z
      .array(SourceChange)
      .describe(
        'Domains that are cited by more or fewer answers than before. Empty when more than a tenth of the answers are to different questions than before.',
      ),
    circumstances: z.array(OtherChange).describe('Other differences between the windows.'),
  })
  .meta({ id: 'ScoreChange' })

export const scoreChangeReasons = defineMetric({
  summary: 'Explain a change of the visibility score',
  whenToUse:
    'Answers "what drove the change of the score?" by platform, topic, prompt, component and competitor. It shows where the score moved, not what caused it. Needs days or date_from, because it compares with the previous window.',
  description: describeMetric(
    ['visibility_score'],
    'Compares the questions with answers in both the window and the previous window of the same length. The contribution of a part is its share of the answers times the change of its own score.',
    'All lists are empty unless `change.state` is `up` or `down`.',
  ),
  query: {},
  entities: 'rows',
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

async function read(window: Window): Promise<z.input<typeof ScoreChange>> {
  const { previous } = window
  const change = scoreChangeOf(previous?.rows ?? null, window.rows)
  const reasons = previous && isSignificant(change) ? await findReasons(window, previous, change) : noReasons
  return {
    ...metricHeader(window.scope),
    previous_window: previous && metricHeader(previous.scope).window,
    change,
    ...reasons,
  }
}

const isSignificant = ({ state }: Change) => state === 'up' || state === 'down'

/** A question with answers in both windows. */
type ComparedQuestion = Pair<KeyedMoments> & { platform: string }

async function findReasons(window: Window, previous: Period, change: Change): Promise<Reasons> {
  const before = previous.rows
  const now = window.rows
  const platforms = new Map(now.map(({ question, platform }) => [question, platform]))
  const pairs = pairUp(momentsByQuestion(before), momentsByQuestion(now)).map(
    (pair): ComparedQuestion => ({ ...pair, platform: platforms.get(Number(pair.key)) ?? '' }),
  )
  const byPrompt = partsBy(pairs, ({ prompt }) => prompt)
  const promptIds = byPrompt.map(({ name }) => name)
  const prompts = await readPromptNames(window, window.scope.brand.id, promptIds)
  const topics = new Map([...prompts.values()].map(({ topic_id, topic_name }) => [topic_id, topic_name]))
  return {
    prompt_count: byPrompt.length,
    by_measure: partsByMeasure(before, now, change.delta ?? 0),
    by_platform: partsBy(pairs, ({ platform }) => platform).map(({ name, ...part }) => ({
      platform: Platform.parse(name),
      ...part,
    })),
    by_topic: partsBy(pairs, ({ prompt }) => prompts.get(prompt)?.topic_id ?? null).map(
      ({ name, ...part }) => ({ topic_id: name, topic_name: topics.get(name) ?? null, ...part }),
    ),
    by_prompt: byPrompt.slice(0, maxListedPrompts).map(({ name, ...part }) => ({
      prompt_id: name,
      prompt_text: prompts.get(name)?.text ?? '',
      ...part,
    })),
    competitors: await listCompetitorChanges(window),
    sources: await listSourceChanges(window, previous),
    circumstances: [...findOtherChanges(before, now), ...(await listFailures(window, previous))],
  }
}

/** Groups the questions by name, and returns what each group contributes to the change, largest contribution first. */
function partsBy<T>(pairs: readonly ComparedQuestion[], nameOf: (pair: ComparedQuestion) => T) {
  const groups = [...Map.groupBy(pairs, nameOf)].map(([name, group]) => ({
    name,
    contribution: sumBy(group, contributionOf) / 1000,
    result_count: sumBy(group, ({ after }) => after.n),
    ...scoreChange(
      group.map(({ before }) => before),
      group.map(({ after }) => after),
    ),
  }))
  return adjustForMultipleTests(groups)
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
    .map(({ name, contribution, result_count, ...change }) => ({
      name,
      contribution: twoDecimals(contribution),
      result_count,
      change,
    }))
}

/** The score is a weighted sum of being named, being cited and the position; the position's part is the remainder. */
function partsByMeasure(
  before: readonly RollupRow[],
  now: readonly RollupRow[],
  delta: number,
): Reasons['by_measure'] {
  const changeOf = (value: (row: RollupRow) => Moments) =>
    sumBy(pairUp(momentsByQuestion(before, value), momentsByQuestion(now, value)), contributionOf)
  const named = twoDecimals((changeOf(momentsOf.named) * scoreWeightsMilli.named) / 1000)
  const cited = twoDecimals((changeOf(momentsOf.cited) * scoreWeightsMilli.cited) / 1000)
  return [
    { measure: 'named', contribution: named },
    { measure: 'cited', contribution: cited },
    { measure: 'position', contribution: twoDecimals(delta - named - cited) },
  ]
}

async function listCompetitorChanges(window: Window): Promise<Reasons['competitors']> {
  const listed = await listEntities(window, 'competitors', window.scope.brand.id)
  const { competitors } = compareEntities(window, listed)
  return listed
    .flatMap(({ id, name, number }) => {
      const competitor = competitors.find(({ entity }) => entity === number)
      return competitor && isSignificant(competitor.change)
        ? [{ competitor_id: id, name, change: competitor.change }]
        : []
    })
    .sort((a, b) => Math.abs(b.change.delta ?? 0) - Math.abs(a.change.delta ?? 0))
}
