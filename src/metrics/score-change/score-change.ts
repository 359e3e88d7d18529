/**
 * Explains an established change of the visibility score: parts that add up to it, and what else differs between the days
 * before and after. A difference that is not established may be chance and is not explained.
 */
import { z } from 'zod'
import { scoreWeightsMilli } from '../../answers/visibility-score.ts'
import { listEntities } from '../../brands/entities.ts'
import {
  type Contribution as CellContribution,
  computeContributions,
  computeScoreChange,
} from '../competitors/comparison.ts'
import {
  type EstablishedChanges,
  HeadlineChange,
  readChanges,
  withEstablished,
} from '../established-changes.ts'
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
import { type ComparedDays, readPromptChanges, tooFewAnswers } from '../prompt-changes.ts'
import { readPromptNames } from '../prompts/prompt-names.ts'
import type { BrandRows } from '../rollup-rows.ts'
import type { Window, WindowOptions } from '../rollups.ts'
import { sumBy } from '../sum-by.ts'
import { AdjustedChange, describeMetric, MetricHeader, metricHeader, twoDecimals } from '../values.ts'
import { findOtherChanges, OtherChange } from './other-changes.ts'
import { listSourceChanges, SourceChange } from './source-changes.ts'

const Contribution = z.number().describe('Contribution to the change, in points.')

const Days = z.object({
  date_from: z.iso.date().describe('First day.'),
  date_to: z.iso.date().describe('Last day, inclusive.'),
})

const Part = {
  contribution: Contribution,
  result_count: ComparedResults,
}

const maxListedPrompts = 10

const ScoreChange = z
  .object({
    ...MetricHeader,
    previous_window: MetricHeader.window.nullable(),
    change: HeadlineChange,
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
      .describe('Days and scores of the test that established the change, which the lists explain.'),
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
          ...Part,
          change: AdjustedChange,
        }),
      )
      .max(maxListedPrompts)
      .describe('The prompts with the largest contributions in either direction.'),
    competitors: z
      .array(z.object({ competitor_id: CompetitorId, name: CompetitorName, change: HeadlineChange }))
      .describe('Competitors whose score has an established change.'),
    sources: z
      .array(SourceChange)
      .describe(
        'Domains that are cited by more or fewer answers than before, to the same prompts on the same platforms and in the same regions.',
      ),
    circumstances: z
      .array(OtherChange)
      .describe(
        'Other differences: between the days of the established change, otherwise between the window and the previous one.',
      ),
  })
  .meta({ id: 'ScoreChange' })

export const scoreChangeReasons = defineMetric({
  summary: 'Explain a change of the visibility score',
  whenToUse:
    'Answers "what drove the change of the score?" by platform, topic, prompt, component and competitor. It shows where the score moved, not what caused it. Needs days or date_from, because it compares with the previous window.',
  description: describeMetric(
    ['visibility_score'],
    'Compares the prompts, platforms and regions with answers both before and after an established change (docs/metrics.md), over the days of the test that established it. The contribution of a part is its share of the answers times the change of its score.',
    'All lists but `circumstances` are empty unless `change.state` is `up` or `down`.',
  ),
  query: {},
  numbers: ['score'],
  previous: { numbers: ['score'] },
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
  const { getEstablished } = await readChanges(window)
  const state = getEstablished('score')
  const compared = state.compared && (await openCompared(window, state.compared))
  const before = compared?.before ?? previous
  const after = compared?.after ?? window
  return {
    ...metricHeader(window.scope),
    previous_window: previous && metricHeader(previous.scope).window,
    change: withEstablished(computeScoreChange(previous, window), state),
    ...(compared ? await explain(compared, getEstablished) : nothingExplained),
    circumstances: before ? await findOtherChanges(after, before) : [],
  }
}

/** What `explain` reads. */
const explained: WindowOptions = {
  numbers: ['score', 'mention_rate', 'citation_rate'],
  entities: 'rows',
  entityNumbers: ['score'],
}

/** Windows over the days of a test. */
type Compared = { days: ComparedDays; before: Window; after: Window }

async function openCompared(window: Window, days: ComparedDays): Promise<Compared> {
  const { scope } = window
  const before = await window.withScope({ ...scope, ...days.before }, explained)
  const after = await window.withScope({ ...scope, ...days.after }, explained)
  return { days, before, after }
}

async function explain(compared: Compared, getEstablished: EstablishedChanges): Promise<Explanation> {
  const { days, before, after: window } = compared
  const pairs = computeContributions(before, window, 'score')
  const byPrompt = partsBy(pairs, ({ prompt }) => prompt)
  const listed = byPrompt.slice(0, maxListedPrompts)
  const promptIds = byPrompt.map(({ name }) => name)
  const prompts = await readPromptNames(window, window.scope.brand.id, promptIds)
  const topics = new Map([...prompts.values()].map(({ topic_id, topic_name }) => [topic_id, topic_name]))
  const changes = await readPromptChanges(window, window.scope, days)
  const { previous, current, delta } = computeScoreChange(before, window)
  return {
    explained: { before: toDays(days.before), after: toDays(days.after), previous, current },
    prompt_count: byPrompt.length,
    by_measure: partsByMeasure(before, window, delta ?? 0),
    by_platform: partsBy(pairs, ({ platform }) => platform).map(({ name, ...part }) => ({
      platform: Platform.parse(name),
      ...part,
    })),
    by_topic: partsBy(pairs, ({ prompt }) => prompts.get(prompt)?.topic_id ?? null).map(
      ({ name, ...part }) => ({ topic_id: name, topic_name: topics.get(name) ?? null, ...part }),
    ),
    by_prompt: listed.map(({ name, ...part }) => ({
      prompt_id: name,
      prompt_text: prompts.get(name)?.text ?? '',
      ...part,
      change: changes.get(name) ?? tooFewAnswers,
    })),
    competitors: await listCompetitorChanges(compared, getEstablished),
    sources: await listSourceChanges(window, before),
  }
}

const toDays = ({ from, to }: ComparedDays['before']) => ({ date_from: from, date_to: to })

/** Groups the cells by name, and returns what each group contributes to the change, largest contribution first. */
function partsBy<T>(cells: readonly CellContribution[], getName: (cell: CellContribution) => T) {
  return [...Map.groupBy(cells, getName)]
    .map(([name, group]) => ({
      name,
      contribution: sumBy(group, ({ contribution }) => contribution) / 1000,
      result_count: sumBy(group, ({ answers }) => answers),
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

async function listCompetitorChanges(
  { before, after }: Compared,
  getEstablished: EstablishedChanges,
): Promise<Explanation['competitors']> {
  const listed = await listEntities(after, 'competitors', after.scope.brand.id)
  return listed
    .flatMap(({ id, name, entity_no: number }) => {
      const state = getEstablished('competitor_score', number)
      if (state.compared === null) return []
      const difference = computeScoreChange(before.of(number), after.of(number))
      return { competitor_id: id, name, change: withEstablished(difference, state) }
    })
    .sort((a, b) => Math.abs(b.change.delta ?? 0) - Math.abs(a.change.delta ?? 0))
}
