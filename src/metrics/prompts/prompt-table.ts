/** The table of prompts in the dashboard: the values of each prompt, who leads it, and search. */
import { sql } from 'kysely'
import { z } from 'zod'
import { requirePrompts } from '../../answers/scope.ts'
import { PromptIds } from '../../answers/scope-parameters.ts'
import { pageQuery } from '../../core/paging.ts'
import { Count, NextCursor } from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import type { Period } from '../rollup-rows.ts'
import type { Window } from '../rollups.ts'
import { pastDays } from '../statistics/change-detection/usual-change.ts'
import { MetricHeader, metricHeader } from '../values.ts'
import { computeStandings, Leader, listTracked, type Standing } from './leaders.ts'
import {
  type MeasuredPrompt,
  promptFields,
  promptSorting,
  rankPrompts,
  readPrompts,
  withIntervals,
} from './prompt-performance.ts'

const PromptTable = z
  .object({
    ...MetricHeader,
    totals: z
      .object({
        prompts: Count.describe('Prompts of the scope that are not deleted.'),
        paused: Count.describe('Prompts that runs skip.'),
        led: Count.describe('Prompts with answers in which the brand leads.'),
        led_before: Count.nullable().describe(
          'Prompts in which the brand led in the previous window. Null for all time.',
        ),
        answered: Count.describe('Prompts with answers.'),
        improved: Count.describe('Prompts whose score increased by more than usual.'),
        declined: Count.describe('Prompts whose score decreased by more than usual.'),
      })
      .describe('Over all prompts of the scope; the search has no effect.'),
    tags: z.array(z.string()).describe('All tags of the prompts of the scope.'),
    prompts: z.array(
      z.object({
        ...promptFields,
        tags: z.array(z.string()).describe('Tags of the prompt.'),
        leader: Leader,
      }),
    ),
    matches: Count.describe('Prompts that match the search, on all pages.'),
    next_cursor: NextCursor,
  })
  .meta({ id: 'PromptTable' })

const query = {
  ...pageQuery,
  prompt_id: PromptIds,
  ...promptSorting,
  q: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Only prompts whose text, topic or tags contain this text, ignoring case.'),
  status: z
    .enum(['active', 'inactive'])
    .optional()
    .describe('Only prompts that runs query, or only those that they skip.'),
}

type Query = z.output<z.ZodObject<typeof query>>

export const promptTable = defineMetric({
  summary: 'List prompts with their visibility and leader',
  description:
    'The values of `prompt-performance` with the tags of each prompt and the tracked brand that leads it, with search.',
  query,
  numbers: ['score', 'mention_rate'],
  entities: 'rows',
  previous: { numbers: ['score'], entities: 'rows', entityNumbers: ['score'] },
  pastDays,
  returns: PromptTable,
  read,
})

async function read(window: Window, query: Query): Promise<z.input<typeof PromptTable>> {
  await requirePrompts(window, window.scope, query.prompt_id)
  const tags = await readTags(window)
  const rows = (await readPrompts(window)).map((row) => ({ ...row, tags: tags.get(row.prompt_id) ?? [] }))
  const tracked = listTracked(window)
  const standingsIn = (period: Period) => computeStandings(period, tracked, ({ prompt_id }) => prompt_id)
  const standings = standingsIn(window)
  const listed = rows.filter((row) => matches(row, query))
  const { items, next_cursor } = rankPrompts(listed, query)
  return {
    ...metricHeader(window.scope),
    totals: {
      ...countTotals(rows, standings),
      led_before: window.previous && countLed(standingsIn(window.previous)),
    },
    tags: [...new Set([...tags.values()].flat())].sort((a, b) => a.localeCompare(b, 'en')),
    prompts: (await withIntervals(window, items)).map((row) => ({
      ...row,
      leader: standings.get(row.prompt_id)?.leader ?? null,
    })),
    matches: listed.length,
    next_cursor,
  }
}

type TaggedPrompt = MeasuredPrompt & { tags: string[] }

function matches({ prompt_id, prompt_text, topic_name, tags, status }: TaggedPrompt, query: Query): boolean {
  const wanted = query.q?.toLowerCase() ?? ''
  return (
    (query.prompt_id?.includes(prompt_id) ?? true) &&
    (query.status === undefined || status === query.status) &&
    (wanted === '' ||
      [prompt_text, topic_name ?? '', ...tags].some((text) => text.toLowerCase().includes(wanted)))
  )
}

function countTotals(
  rows: readonly MeasuredPrompt[],
  standings: ReadonlyMap<string, Standing>,
): Omit<z.input<typeof PromptTable>['totals'], 'led_before'> {
  const count = (is: (row: MeasuredPrompt) => boolean) => rows.filter(is).length
  return {
    prompts: count(({ status }) => status === 'active' || status === 'inactive'),
    paused: count(({ status }) => status === 'inactive'),
    led: countLed(standings),
    answered: count(({ result_count }) => result_count > 0),
    improved: count(({ change }) => change.period_state === 'up'),
    declined: count(({ change }) => change.period_state === 'down'),
  }
}

const countLed = (standings: ReadonlyMap<string, Standing>): number =>
  [...standings.values()].filter(({ leader }) => leader?.competitor_id === null).length

async function readTags({ db, scope }: Window): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; tags: string[] }>`
    select id, tags from prompts where brand_id = ${scope.brand.id} and tags <> '{}'`.execute(db)
  return new Map(rows.map(({ id, tags }) => [id, tags]))
}
