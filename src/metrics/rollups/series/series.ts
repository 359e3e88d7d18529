/**
 * Series: the points of a trend, one per day and ISO week, per group of prompts and per union of groups. Each has the sums of all
 * segments and those per segment, so that a trend of years with any filter reads few sums.
 */
import { sql } from 'kysely'
import type { Context } from '../../../core/context.ts'
import { daysAfter, mondayOf } from '../../../core/days.ts'
import type { Grain } from '../../rollup-rows.ts'
import { type Difference, findDifference } from '../mismatch.ts'
import { Decoder, Encoder } from '../packing/packed-rows.ts'
import { type PromptGroup, readPromptGroups } from '../prompt-groups.ts'
import { replaceRows } from '../replace-rows.ts'
import { addDays, PointSums } from './point-sums.ts'
import { readPromptRollups } from './prompt-rollups.ts'

const table = {
  name: 'series',
  keys: { grain: 'text', prompt_group: 'smallint', start: 'date' },
  values: { total: 'text', segments: 'text' },
}

type PointRow = { grain: 'day' | Grain; prompt_group: number; start: string; total: string; segments: string }

/** Selects one row per day with answers. */
export const daysWithAnswers = (brandId: string) =>
  sql`brand_id = ${brandId} and grain = 'day' and prompt_group = 0`

/** The last day with answers, null without any. */
export const lastDay = (brandId: string) =>
  sql<string | null>`(select max(start) from series where ${daysWithAnswers(brandId)})`

/** Returns all days with answers in ascending order. */
export async function listDaysWithAnswers(ctx: Context, brandId: string): Promise<string[]> {
  const { rows } = await sql<{ start: string }>`
    select start from series where ${daysWithAnswers(brandId)} order by start`.execute(ctx.db)
  return rows.map(({ start }) => start)
}

/** Recomputes the points that contain one of the days, from the per-prompt rollups: of all groups, or of some. */
export async function writeSeries(
  tx: Context,
  brandId: string,
  days: readonly string[],
  groups: readonly number[] | null = null,
): Promise<void> {
  const ofGroups = groups ? sql`prompt_group = any(${groups}::smallint[])` : sql`true`
  for (const [monday, changed] of Map.groupBy(days, mondayOf)) {
    const rows = (await computeWeek(tx, brandId, monday, groups)).filter(
      ({ grain, prompt_group, start }) =>
        (grain === 'week' || changed.includes(start)) && (groups?.includes(prompt_group) ?? true),
    )
    const ofWeek = sql`(grain = 'day' and start = any(${changed}::date[]) or grain = 'week' and start = ${monday}::date)`
    await replaceRows(tx, brandId, table, sql`${ofWeek} and ${ofGroups}`, rows)
  }
}

/** Compares the stored points of a day and of its week with the per-prompt rollups. */
export async function findSeriesDifference(
  ctx: Context,
  brandId: string,
  day: string,
): Promise<Difference | undefined> {
  const monday = mondayOf(day)
  const { rows: stored } = await sql<PointRow>`
    select grain, prompt_group, start, total, segments from series
    where brand_id = ${brandId} and start between ${monday}::date and ${daysAfter(monday, 6)}::date`.execute(
    ctx.db,
  )
  const byName = (rows: readonly PointRow[]) =>
    new Map(
      rows
        .filter(({ grain, start }) => grain === 'week' || start === day)
        .map(({ grain, prompt_group, start, total, segments }) => [
          `trend ${grain} ${start} of group ${prompt_group}`,
          [total, segments],
        ]),
    )
  return findDifference(byName(await computeWeek(ctx, brandId, monday)), byName(stored))
}

/** Returns the points of the week and of each of its days; with `only`, those of these groups are complete. */
async function computeWeek(
  ctx: Context,
  brandId: string,
  monday: string,
  only: readonly number[] | null = null,
): Promise<PointRow[]> {
  const groups = await readPromptGroups(ctx, brandId)
  const prompts =
    only &&
    [...groups].flatMap(([prompt, { number, unions }]) =>
      [number, ...unions].some((each) => only.includes(each)) ? [prompt] : [],
    )
  const week = { brand: { id: brandId }, from: monday, to: daysAfter(monday, 6) }
  const days = await readPromptRollups(ctx, week, prompts ?? undefined)
  const all = days.map(({ packed }) => packed)
  return [
    ...days.flatMap(({ day, packed }) => computePoints({ grain: 'day', start: day }, [packed], groups)),
    ...computePoints({ grain: 'week', start: monday }, all, groups),
  ]
}

/** `packed`: the per-prompt rollups of each day. */
function computePoints(
  point: Pick<PointRow, 'grain' | 'start'>,
  packed: readonly string[],
  groups: ReadonlyMap<number, PromptGroup>,
): PointRow[] {
  const points = new Map<string, { group: number; segment: number; sums: PointSums }>()
  const sumsOf = (group: number, segment: number) => {
    const key = `${group} ${segment}`
    const known = points.get(key)
    if (known) return known.sums
    const sums = new PointSums()
    points.set(key, { group, segment, sums })
    return sums
  }
  addDays(packed, (segment, prompt) => {
    const group = groups.get(prompt)
    return group && sumsOf(group.number, segment)
  })
  const unions = new Map([...groups.values()].map(({ number, unions }) => [number, unions]))
  for (const { group, segment, sums } of [...points.values()]) {
    sumsOf(group, 0).add(sums)
    for (const union of unions.get(group) ?? [])
      for (const each of [0, segment]) sumsOf(union, each).add(sums)
  }
  const sorted = [...points.values()].sort((a, b) => a.segment - b.segment)
  return [...Map.groupBy(sorted, ({ group }) => group)].map(([prompt_group, [total, ...segments]]) => ({
    ...point,
    prompt_group,
    total: pack(total ? [total] : []),
    segments: pack(segments),
  }))
}

/** Format: per segment its number, the length of its point, and the point. */
function pack(points: readonly { segment: number; sums: PointSums }[]): string {
  return points
    .map(({ segment, sums }) => {
      const point = new Encoder()
      sums.put(point)
      const packed = point.finish()
      const header = new Encoder()
      header.put(segment)
      header.put(packed.length)
      return header.finish() + packed
    })
    .join('')
}

/** Adds the points of a column of `series` to `sums`: the total, or those of segments in scope. */
export function addPoints(column: string, segments: ReadonlyMap<number, unknown>, sums: PointSums): void {
  const points = new Decoder(column)
  while (!points.isAtEnd) {
    const segment = points.take()
    const length = points.take()
    if (segment === 0 || segments.has(segment)) sums.addFrom(points)
    else points.skip(length)
  }
}
