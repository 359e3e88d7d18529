/** The prompts of a brand in groups, by topic, tag, persona or market, with the visibility in the answers to each group. */
import { sql } from 'kysely'
import { z } from 'zod'
import { promptGroupings } from '../../vocabulary/labels.ts'
import { listedPrompts, type Scope } from '../answers/scope.ts'
import { maxScoreMilli } from '../answers/visibility-score.ts'
import { driftOfPrompts, readDrifts } from './drifts.ts'
import { Count, MentionRate, Platform, ResultCount, Score } from './fields.ts'
import { type GroupedPrompt, type Grouping, groupValues, splitMarket } from './group-keys.ts'
import { defineMetric } from './metrics.ts'
import { readPeriodChanges } from './period-changes.ts'
import { describeGroups } from './period-groups.ts'
import { RowChange } from './period-state.ts'
import type { BrandRows, Row } from './rollup-rows.ts'
import type { Window } from './rollups.ts'
import { groupRows, groupRowsByAll, selectRows } from './row-groups.ts'
import { pastDays } from './statistics/change-detection/usual-change.ts'
import { computeStrata } from './statistics/strata.ts'
import {
  describeMetric,
  MentionRateInterval,
  MetricHeader,
  meanScore,
  metricHeader,
  rateIntervalPct,
  ratioPct,
  ScoreInterval,
  scoreInterval,
} from './values.ts'

export const GroupFields = {
  result_count: ResultCount,
  avg_visibility_score: Score,
  score_interval: ScoreInterval,
  mention_rate_pct: MentionRate,
  mention_interval: MentionRateInterval,
}

export const GroupChange = RowChange.describe('Change of `avg_visibility_score`.')

export const GroupPlatform = z.object({ platform: Platform, ...GroupFields, change: GroupChange })

const Key = z
  .string()
  .describe(
    'Id of the topic or persona (`none` without a persona), the tag, or the country and language of the market, such as `DE/de`.',
  )

const Filter = z
  .object({
    topic_id: z.string().optional().describe('Only with `by=topic`.'),
    tag: z.string().optional().describe('Only with `by=tag`.'),
    persona_id: z.string().optional().describe('Only with `by=persona`.'),
    region: z.string().optional().describe('Only with `by=market`.'),
    language: z.string().optional().describe('Only with `by=market`.'),
  })
  .describe('The parameters with which other metrics count the answers of this group.')

type Filter = z.output<typeof Filter>

const PromptGroups = z
  .object({
    ...MetricHeader,
    groups: z.array(
      z.object({
        key: Key,
        name: z
          .string()
          .nullable()
          .describe(
            'Name of the topic or persona, or the key of a tag or market; null: prompts without a persona.',
          ),
        filter: Filter,
        prompt_count: Count.describe('Prompts of the group, excluding deleted ones.'),
        ...GroupFields,
        change: GroupChange,
      }),
    ),
    platforms: z.array(GroupPlatform).describe('Each platform, over all of its models and prompts.'),
    group_platforms: z
      .array(z.object({ key: Key, platform: Platform, ...GroupFields }))
      .describe('Each group on each platform that answered its prompts.'),
  })
  .meta({ id: 'PromptGroups' })

/** What the metrics of groups need of their window. */
export const groupWindow = {
  numbers: ['score', 'mention_rate'],
  previous: { numbers: ['score'] },
  pastDays,
} as const

export const promptGroups = defineMetric({
  ...groupWindow,
  summary: 'Compare topics, tags, personas or markets',
  whenToUse:
    'Answers "in which markets, for which personas, or for which tags is the brand strong or weak?" For single prompts use get_prompt_performance.',
  description: describeMetric(
    ['visibility_score', 'mention_rate'],
    'The numbers of a group are over the answers to its prompts. A prompt with several tags counts for each of them. A market is the country of an answer and the language of its prompt.',
  ),
  query: { by: z.enum(promptGroupings).default('topic').describe('What the prompts are grouped by.') },
  returns: PromptGroups,
  read: async (window, { by }) => ({ ...metricHeader(window.scope), ...(await readGroups(window, by)) }),
})

type Prompt = GroupedPrompt & { id: string; region: string; is_listed: boolean }

/** How a group is named and filtered. */
type Rule = {
  getFilter: (key: string) => Filter
  /** Reads the names of keys, where a key is not a name itself. */
  readNames?: (window: Window) => Promise<ReadonlyMap<string, string>>
}

const rules: Record<Grouping, Rule> = {
  topic: {
    getFilter: (topic_id) => ({ topic_id }),
    readNames: ({ db, scope }) => readNames({ db, scope }, 'topics'),
  },
  tag: { getFilter: (tag) => ({ tag }) },
  persona: {
    getFilter: (persona_id) => ({ persona_id }),
    readNames: ({ db, scope }) => readNames({ db, scope }, 'personas'),
  },
  market: { getFilter: splitMarket },
}

/** Returns the groups in the order of their names. */
export async function readGroups(
  window: Window,
  by: Grouping,
): Promise<Omit<z.input<typeof PromptGroups>, 'brand' | 'window'>> {
  const { getFilter, readNames } = rules[by]
  const getKeys = groupValues[by]
  const { previous } = window
  const prompts = new Map((await readPrompts(window)).map((prompt) => [prompt.id, prompt]))
  const keysOfRow = ({ prompt_id, region }: Row) => {
    const prompt = prompts.get(prompt_id)
    return prompt ? getKeys(prompt, region) : []
  }
  const rowsByKey = groupRowsByAll(window, keysOfRow)
  const counts = new Map<string, number>()
  for (const prompt of prompts.values())
    if (prompt.is_listed)
      for (const key of getKeys(prompt, prompt.region)) counts.set(key, (counts.get(key) ?? 0) + 1)
  const names = await readNames?.(window)
  const keys = new Set([
    ...counts.keys(),
    ...rowsByKey.keys(),
    ...(by === 'topic' ? (names?.keys() ?? []) : []),
  ])
  const groups = [...keys]
    .map((key) => ({ key, name: names === undefined ? key : (names.get(key) ?? null) }))
    .sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '', 'en'))

  const show = await createShow(window)
  const periods = await readPeriodChanges(window)
  const getChange = describeGroups(window, periods, { previous, getKeys: keysOfRow })
  const getPlatformChange = describeGroups(window, periods, {
    previous,
    getKeys: ({ platform }) => [platform],
  })
  const rowsOf = (key: string) => rowsByKey.get(key) ?? selectRows(window, [])
  return {
    groups: groups.map(({ key, name }) => ({
      key,
      name,
      filter: getFilter(key),
      prompt_count: counts.get(key) ?? 0,
      ...show(rowsOf(key)),
      change: getChange(key),
    })),
    platforms: showPlatforms(window, show).map((row) => ({
      ...row,
      change: getPlatformChange(row.platform),
    })),
    group_platforms: groups.flatMap(({ key }) =>
      showPlatforms(rowsOf(key), show).map((each) => ({ key, ...each })),
    ),
  }
}

async function readPrompts({ db, scope }: Window): Promise<Prompt[]> {
  const { rows } = await sql<Prompt>`
    select id, topic_id, persona_id, tags, region, language, deleted_at is null and ${listedPrompts(scope)} as is_listed
    from prompts where brand_id = ${scope.brand.id}`.execute(db)
  return rows
}

/** Only those that the filters select. */
async function readNames(
  { db, scope }: Pick<Window, 'db'> & { scope: Scope },
  table: 'topics' | 'personas',
): Promise<ReadonlyMap<string, string>> {
  const chosen = table === 'topics' ? scope.prompts.topic_id : undefined
  const rows = await db
    .selectFrom(table)
    .select(['id', 'name'])
    .where('brand_id', '=', scope.brand.id)
    .$if(chosen !== undefined, (query) => query.where('id', 'in', chosen ?? []))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type Show = (rows: BrandRows, platform?: string) => z.input<z.ZodObject<typeof GroupFields>>

/** Each of the prompts of a group is assumed to drift as much as the average prompt. */
async function createShow(window: Window): Promise<Show> {
  const byPlatform = groupRows(window, ({ platform }) => platform)
  const getDrift = await readDrifts(window)
  return (rows, platform) => {
    const all = platform === undefined ? window : byPlatform.get(platform)
    const counted = { some: countPrompts(rows), all: all ? countPrompts(all) : 0 }
    const view = platform === undefined ? {} : { platform }
    const score = computeStrata(rows.number('score'), maxScoreMilli)
    return {
      result_count: score.answers,
      avg_visibility_score: meanScore(score.y, score.n),
      score_interval: scoreInterval(score, driftOfPrompts(getDrift('score', view), counted)),
      mention_rate_pct: ratioPct(rows.total('named'), score.n),
      mention_interval: rateIntervalPct(
        rows.number('mention_rate'),
        driftOfPrompts(getDrift('mention_rate', view), counted),
      ),
    }
  }
}

const countPrompts = ({ rows }: BrandRows) => new Set(rows.map(({ prompt_id }) => prompt_id)).size

/** Shows each platform, in ascending order of the names. */
const showPlatforms = (rows: BrandRows, show: Show) =>
  [...groupRows(rows, ({ platform }) => platform)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([platform, ofPlatform]) => ({ platform: Platform.parse(platform), ...show(ofPlatform, platform) }))
