/**
 * Explains how the visibility score differs from the previous window: parts that add up to the difference, each with its usual
 * change, and what else differs between the two windows.
 */
import { z } from 'zod'
import { scoreWeightsMilli } from '../../answers/visibility-score.ts'
import { listEntities } from '../../brands/entities.ts'
import { utcDay } from '../../core/days.ts'
import {
  type Contribution as CellContribution,
  computeContributions,
  type ScoreComparison,
} from '../competitors/comparison.ts'
import { type EstablishedChanges, readChanges, withEstablished } from '../established-changes.ts'
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
import { type PeriodChanges, readPeriodChanges } from '../period-changes.ts'
import { describePrompts } from '../period-groups.ts'
import { PeriodChange, RowChange, UsualChange } from '../period-state.ts'
import { readPromptNames } from '../prompts/prompt-names.ts'
import type { BrandRows, EntityRows, Period, Row } from '../rollup-rows.ts'
import type { Window, WindowOptions } from '../rollups.ts'
import { pastDays } from '../statistics/change-detection/usual-change.ts'
import { type WindowChange, withoutTest } from '../statistics/window-change.ts'
import { sumBy } from '../sum-by.ts'
import {
  type Difference,
  describeMetric,
  MetricHeader,
  metricHeader,
  notComparable,
  scoreDifference,
  twoDecimals,
} from '../values.ts'
import { findOtherChanges, OtherChange } from './other-changes.ts'
import { type Candidates, listCandidates, listSourceChanges, SourceChange } from './source-changes.ts'

const Contribution = z.number().describe('Contribution to the change, in points.')

const Days = z.object({
  date_from: z.iso.date().describe('First day.'),
  date_to: z.iso.date().describe('Last day, inclusive.'),
})

const Part = {
  contribution: Contribution,
  usual_change: UsualChange.describe(
    'While nothing changes, 99% of the contributions to the difference between two such periods are within ± this. Null if it is not known.',
  ),
  result_count: ComparedResults,
}

const maxListedPrompts = 10

const ScoreChange = z
  .object({
    ...MetricHeader,
    previous_window: MetricHeader.window.nullable(),
    change: PeriodChange,
    explained: z
      .object({
        before: Days,
        after: Days,
        previous: z
          .number()
          .nullable()
          .describe('Score before, of the prompts, platforms and regions with answers in both periods.'),
        current: z.number().nullable().describe('Score after, of the same prompts, platforms and regions.'),
      })
      .nullable()
      .describe('The compared days and scores, which the lists explain. Null if they cannot be compared.'),
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
      .array(
        z.object({
          prompt_id: PromptId,
          prompt_text: PromptText,
          contribution: Contribution,
          result_count: ComparedResults,
          change: RowChange,
        }),
      )
      .max(maxListedPrompts)
      .describe('The prompts with the largest contributions in either direction.'),
    competitors: z
      .array(z.object({ competitor_id: CompetitorId, name: CompetitorName, change: PeriodChange }))
      .describe('Competitors whose score differs by more than usual.'),
    sources: z
      .array(SourceChange)
      .describe(
        'Domains whose share of citing answers differs most from the previous window, for the same prompts, platforms and regions. They do not add up to the change, because an answer cites several.',
      ),
    circumstances: z
      .array(OtherChange)
      .describe('Other differences between the window and the previous one.'),
  })
  .meta({ id: 'ScoreChange' })

/** What `explain` reads of both windows. */
const explained = {
  numbers: ['score', 'mention_rate', 'citation_rate'],
  entities: 'rows',
  entityNumbers: ['score'],
} as const satisfies WindowOptions

export const scoreChangeReasons = defineMetric({
  summary: 'Explain a change of the visibility score',
  whenToUse:
    'Answers "what drove the change of the score?" by platform, topic, prompt, component and competitor. It shows where the score moved, not what caused it. Needs days or date_from, because it compares with the previous window.',
  description: describeMetric(
    ['visibility_score'],
    'Compares the prompts, platforms and regions with answers in both windows. The contribution of a part is its share of the answers times the change of its score; contributions within `usual_change` may be chance.',
    'All lists but `circumstances` are empty if the windows cannot be compared.',
  ),
  query: {},
  ...explained,
  previous: explained,
  pastDays,
  returns: ScoreChange,
  read,
})

type Explanation = Omit<
  z.input<typeof ScoreChange>,
  keyof typeof MetricHeader | 'previous_window' | 'change' | 'circumstances'
>

const nothingExplained: Explanation = {
  explained: null,
  prompt_count: 0,
  by_measure: [],
  by_platform: [],
  by_topic: [],
  by_prompt: [],
  competitors: [],
  sources: [],
}

async function read(window: Window): Promise<z.input<typeof ScoreChange>> {
  const { previous } = window
  const sources = previous ? await listCandidates(window, previous) : { all: [], compared: [] }
  const periods = await readPeriodChanges(window)
  const change = compareScores(periods.comparison, previous, window)
  const difference = scoreDifference(change)
  const established = (await readChanges(window)).getEstablished
  return {
    ...metricHeader(window.scope),
    previous_window: previous && metricHeader(previous.scope).window,
    change: {
      ...withEstablished(difference, established('score')),
      ...periods.describe('score', difference, change),
    },
    ...(previous && difference.delta !== null
      ? await explain({ window, before: previous, periods, established, sources }, difference)
      : nothingExplained),
    circumstances: previous ? await findOtherChanges(window, previous) : [],
  }
}

type Compared = {
  window: Window
  before: Period
  periods: PeriodChanges
  established: EstablishedChanges
  sources: Candidates
}

async function explain(compared: Compared, { previous, current, delta }: Difference): Promise<Explanation> {
  const { window, before, periods } = compared
  const days = { before: getDays({ ...before, now: window.now }), after: getDays(window) }
  const pairs = computeContributions(before, window, 'score')
  const byPrompt = partsBy(pairs, ({ prompt }) => prompt)
  const listed = byPrompt.slice(0, maxListedPrompts)
  const promptIds = byPrompt.map(({ name }) => name)
  const prompts = await readPromptNames(window, window.scope.brand.id, promptIds)
  const topics = new Map([...prompts.values()].map(({ topic_id, topic_name }) => [topic_id, topic_name]))
  const topicOf = (prompt: string) => prompts.get(prompt)?.topic_id ?? null
  const getChange = describePrompts(window, before, periods)
  const platforms = partsBy(pairs, ({ platform }) => platform)
  const byTopic = partsBy(pairs, ({ prompt }) => topicOf(prompt))
  const allWeight = sumBy(pairs, (pair) => pair.weight)
  /** A part's score changes the score of all answers by its share of them. */
  const usualOf = (weight: number, rows: number, isIncluded: (row: Row) => boolean) => {
    const usual = periods.usualScoreChange(isIncluded, rows)
    return usual === null ? null : twoDecimals((usual * weight) / allWeight)
  }
  return {
    explained: { before: toDates(days.before), after: toDates(days.after), previous, current },
    prompt_count: byPrompt.length,
    by_measure: partsByMeasure(before, window, delta ?? 0),
    by_platform: platforms.map(({ name, weight, ...part }) => ({
      platform: Platform.parse(name),
      ...part,
      usual_change: usualOf(weight, platforms.length, ({ platform }) => platform === name),
    })),
    by_topic: byTopic.map(({ name, weight, ...part }) => ({
      topic_id: name,
      topic_name: topics.get(name) ?? null,
      ...part,
      usual_change: usualOf(weight, byTopic.length, ({ prompt_id }) => topicOf(prompt_id) === name),
    })),
    by_prompt: listed.map(({ name, weight: _, ...part }) => ({
      prompt_id: name,
      prompt_text: prompts.get(name)?.text ?? '',
      ...part,
      change: getChange(name),
    })),
    competitors: await listCompetitorChanges(compared),
    sources: await listSourceChanges(window, compared.sources),
  }
}

const compareScores = (
  comparison: ScoreComparison | null,
  before: Pick<EntityRows, 'number'> | null,
  now: Pick<EntityRows, 'number'>,
): WindowChange =>
  comparison && before
    ? comparison.change(before.number('score'), now.number('score'))
    : withoutTest(notComparable)

/** The window has a first day, because it has a previous one. */
const getDays = ({ scope: { from, to }, now }: Pick<Window, 'scope' | 'now'>) => {
  const last = to ?? utcDay(now())
  return { from: from ?? last, to: last }
}

const toDates = ({ from, to }: { from: string; to: string }) => ({ date_from: from, date_to: to })

/** Groups the cells by name, and returns what each group contributes to the change, largest contribution first. */
function partsBy<T>(cells: readonly CellContribution[], getName: (cell: CellContribution) => T) {
  return [...Map.groupBy(cells, getName)]
    .map(([name, group]) => ({
      name,
      contribution: sumBy(group, ({ contribution }) => contribution) / 1000,
      result_count: sumBy(group, ({ answers }) => answers),
      weight: sumBy(group, ({ weight }) => weight),
    }))
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
    .map(({ contribution, ...part }) => ({ ...part, contribution: twoDecimals(contribution) }))
}

/** The score is a weighted sum of being named, being cited and the position; the position's part is the remainder. */
function partsByMeasure(before: BrandRows, now: BrandRows, delta: number): Explanation['by_measure'] {
  const computeChange = (name: 'mention_rate' | 'citation_rate') =>
    sumBy(computeContributions(before, now, name), ({ contribution }) => contribution)
  const named = twoDecimals((computeChange('mention_rate') * scoreWeightsMilli.named) / 1000)
  const cited = twoDecimals((computeChange('citation_rate') * scoreWeightsMilli.cited) / 1000)
  return [
    { measure: 'named', contribution: named },
    { measure: 'cited', contribution: cited },
    { measure: 'position', contribution: twoDecimals(delta - named - cited) },
  ]
}

async function listCompetitorChanges({
  window,
  before,
  periods,
  established,
}: Compared): Promise<Explanation['competitors']> {
  const listed = await listEntities(window, 'competitors', window.scope.brand.id)
  return listed
    .flatMap(({ id, name, entity_no: number }) => {
      const scoreChange = compareScores(periods.comparison, before.of(number), window.of(number))
      const difference = scoreDifference(scoreChange)
      const period = periods.describe('competitor_score', difference, scoreChange, number)
      if (period.period_state !== 'up' && period.period_state !== 'down') return []
      const change = withEstablished(difference, established('competitor_score', number))
      return { competitor_id: id, name, change: { ...change, ...period } }
    })
    .sort((a, b) => Math.abs(b.change.delta ?? 0) - Math.abs(a.change.delta ?? 0))
}
