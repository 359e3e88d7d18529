/**
 * Lists prompts that bring no information any more: on a platform, nearly all answers of the last twelve weeks name the same tracked
 * brands. The rule and its error rate are in docs/statistics.md.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { isCounted } from '../../answers/scope.ts'
import type { Brand } from '../../brands/brands.ts'
import type { Context } from '../../core/context.ts'
import { dayAt, dayMs, utcDay } from '../../core/days.ts'
import { listPlannedCells } from './planned-cells.ts'
import { FrequencyChange, showChange } from './sampling-plan.ts'

export const weeks = 12
/** Between the first and the last answer. */
const minWeeks = 8
/** In eight weeks of daily runs. */
export const minAnswers = 56
/** Answers that name a brand that the others do not name, or do not name one that the others name. */
export const maxOthersShare = 0.02
/** Each of them is then asked in every n-th run. */
const proposedEvery = 7

export const UnchangingPrompts = z
  .object({
    items: z
      .array(
        FrequencyChange.extend({
          prompt_ids: z.array(z.uuid()).describe('The prompt and its follow-ups, whose answers are counted.'),
          result_count: z
            .number()
            .int()
            .describe('Answers of the last twelve weeks, also those to follow-ups.'),
          other_count: z
            .number()
            .int()
            .describe(
              'The most of the answers to a question that differ from the others in whether they name one of the brands.',
            ),
          named: z
            .array(z.string())
            .describe(
              'The brand and competitors that nearly all answers name; the others are in nearly none. Of a conversation, in the answers to its first question.',
            ),
        }),
      )
      .describe('Largest saving first.'),
    first_day: z.iso.date().describe('The first day whose answers are counted.'),
    saving_micros: z.number().int().describe('Of all of them together, per month.'),
    is_typical_cost: z
      .boolean()
      .describe('Simulated answers are free; the costs are typical prices of vendors.'),
  })
  .meta({ id: 'UnchangingPrompts' })

type Row = {
  prompt_id: string
  platform: string
  region: string
  answers: number
  others: number
  named: number[]
}

export async function listUnchangingPrompts(
  ctx: Context,
  brand: Brand,
): Promise<z.input<typeof UnchangingPrompts>> {
  const { cells, questions, isTypical } = await listPlannedCells(ctx, brand)
  const names = new Map([[0, brand.name], ...(await listCompetitors(ctx, brand.id))])
  const since = dayAt(Date.parse(utcDay(ctx.now())) - 7 * weeks * dayMs)
  const rows = new Map(
    (await listConstantCells(ctx, brand.id, { since, entities: [...names.keys()] })).map((row) => [
      `${row.prompt_id} ${row.platform} ${row.region}`,
      row,
    ]),
  )
  const questionsOf = Map.groupBy(questions, ({ cell }) => cell)
  const items = cells
    .flatMap((cell, index) => {
      const asked = questionsOf.get(index) ?? []
      const found = asked.flatMap(
        ({ promptId, platform, region }) => rows.get(`${promptId} ${platform} ${region}`) ?? [],
      )
      const isRarer = cell.every < proposedEvery && cell.allowed.includes(proposedEvery)
      const [first] = found
      return first && found.length === asked.length && isRarer
        ? [
            {
              ...showChange(cell, proposedEvery),
              prompt_ids: found.map(({ prompt_id }) => prompt_id),
              result_count: found.reduce((sum, { answers }) => sum + answers, 0),
              other_count: Math.max(...found.map(({ others }) => others)),
              named: first.named.flatMap((entity) => names.get(entity) ?? []),
            },
          ]
        : []
    })
    .sort((a, b) => b.saving_micros - a.saving_micros || (a.prompt_text < b.prompt_text ? -1 : 1))
  return {
    items,
    first_day: since,
    saving_micros: items.reduce((sum, { saving_micros }) => sum + saving_micros, 0),
    is_typical_cost: isTypical,
  }
}

async function listCompetitors({ db }: Context, brandId: string): Promise<[number, string][]> {
  const rows = await db
    .selectFrom('competitors')
    .select(['entity_no', 'name'])
    .where('brand_id', '=', brandId)
    .execute()
  return rows.map(({ entity_no, name }) => [entity_no, name])
}

/** Of each tracked name, the answers that name it, or those that do not, are the exceptions: whichever are fewer. */
async function listConstantCells(
  ctx: Context,
  brandId: string,
  { since, entities }: { since: string; entities: number[] },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with found as materialized (
      select id, prompt_id, platform, region, day, entities, mention_counts from answers
      where brand_id = ${brandId} and day >= ${since}::date and ${isCounted(brandId)}
    ),
    cells as (
      select prompt_id, platform, region, count(*)::int as answers from found
      group by prompt_id, platform, region
      having count(*) >= ${minAnswers} and max(day) - min(day) >= ${7 * minWeeks - 1}
    ),
    named as (
      select prompt_id, platform, region, fact.entity, count(*)::int as answers
      from found cross join lateral unnest(entities, mention_counts) as fact (entity, mentions)
      where fact.mentions > 0 and fact.entity = any(${entities}::smallint[])
      group by prompt_id, platform, region, fact.entity
    )
    select
      cells.prompt_id, cells.platform, cells.region, cells.answers,
      coalesce(max(least(named.answers, cells.answers - named.answers)), 0) as others,
      coalesce(
        json_agg(named.entity order by named.entity) filter (where 2 * named.answers > cells.answers), '[]'
      ) as named
    from cells
    left join named on named.prompt_id = cells.prompt_id and named.platform = cells.platform and named.region = cells.region
    group by cells.prompt_id, cells.platform, cells.region, cells.answers
    having coalesce(max(least(named.answers, cells.answers - named.answers)), 0) <= ${maxOthersShare}::float8 * cells.answers`.execute(
    ctx.db,
  )
  return rows
}
