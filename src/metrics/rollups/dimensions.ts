/** The segments and prompts of a scope, and the days that it contains. */
import { sql } from 'kysely'
import { bySegment, daysInScope, promptsInScope, type Scope, sqlOr } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import type { Row } from '../rollup-rows.ts'
import type { Day } from './days/day.ts'

export type Segment = { number: number; platform: string; model: string; region: string }
export type ScopedPrompt = { number: number; id: string; branded: boolean; topic_id: string | null }

export type Competitor = { entity_no: number; id: string; name: string }

/** A day with answers. Its facts have changed if it has another version. */
export type ListedDay = { day: string; version: string }

/** A filter is the question whether a prompt or a segment is in the scope: no row depends on which filters exist. */
export type ScopeRows = {
  brandId: string
  /** The segments that answered on the listed days, in the order of platform, model and region. */
  segments: readonly Segment[]
  /** In the order of numbers. */
  prompts: readonly ScopedPrompt[]
  /** The tracked competitors, in the order of their numbers. */
  competitors: readonly Competitor[]
  /** In ascending order. */
  days: readonly ListedDay[]
  /** The last refresh, null without one, and whether answers of these days have changed since. */
  refreshedAt: Date | null
  isStale: boolean
}

type Dictionary = Omit<ScopeRows, 'brandId'>

/** Reads what a scope refers to. `more`: a further range whose days are listed too. One statement is one snapshot, so all lists agree. */
export async function readScopeRows(
  ctx: Context,
  scope: Scope,
  more: Pick<Scope, 'from' | 'to'> | null = null,
): Promise<ScopeRows> {
  const { id } = scope.brand
  const days = sqlOr((more ? [scope, more] : [scope]).map((range) => daysInScope(range, 'day')))
  const { rows } = await sql<Dictionary>`
    with
      days as materialized (
        select day, version, answering from answer_days
        where brand_id = ${id} and (${days})
      ),
      chosen as (
        select number, platform, model, region from segments
        where brand_id = ${id} and ${bySegment(scope)} and number in (select unnest(answering) from days)
      )
    select
      (select refreshed_at from rollup_states where brand_id = ${id}) as "refreshedAt",
      exists (select 1 from dirty_days where brand_id = ${id} and (${days})) as "isStale",
      (select coalesce(json_agg(chosen order by platform, model, region), '[]') from chosen) as segments,
      (
        select coalesce(json_agg(json_build_object('number', number, 'id', id, 'branded', prompts.branded, 'topic_id', prompts.topic_id) order by number), '[]')
        from prompt_numbers join prompts on prompts.id = prompt_id
        where prompt_numbers.brand_id = ${id} and prompts.brand_id = ${id} and prompt_id in (${promptsInScope(scope)})
      ) as prompts,
      (
        select coalesce(json_agg(json_build_object('entity_no', entity_no, 'id', id, 'name', name) order by entity_no), '[]')
        from competitors where brand_id = ${id}
      ) as competitors,
      (select coalesce(json_agg(json_build_object('day', day, 'version', version) order by day), '[]') from days) as days`.execute(
    ctx.db,
  )
  const [dictionary] = rows
  if (!dictionary) throw new Error('A select without a table always returns a row')
  return { brandId: id, ...dictionary }
}

/** The rows of a scope: one per segment and prompt, in the order of both lists. */
export type RowIndex = {
  size: number
  /** Returns the row of each cell of a day, -1 for cells that are not in scope. */
  toRows(day: Pick<Day, 'segments' | 'prompts'>): Int32Array
  /** Returns a number for the prompt, platform and region of a row. */
  getCell(row: number): number
  getKey(row: number): Row
}

export function indexRows({ segments, prompts }: Pick<ScopeRows, 'segments' | 'prompts'>): RowIndex {
  const size = prompts.length
  const firstRows = positions(segments, size)
  const offsets = positions(prompts, 1)
  const places = new Map<string, number>()
  const platformRegions = segments.map(({ platform, region }) => {
    const name = `${platform} ${region}`
    const number = places.get(name) ?? places.size
    places.set(name, number)
    return number
  })
  const keys: Row[] = []
  const createKey = (row: number): Row => {
    const { platform = '', model = '', region = '' } = segments[Math.floor(row / size)] ?? {}
    return { cell: getCell(row), prompt_id: prompts[row % size]?.id ?? '', platform, model, region }
  }
  const getCell = (row: number) => (platformRegions[Math.floor(row / size)] ?? 0) * size + (row % size)
  return {
    size: segments.length * size,
    toRows: (day) => {
      const rows = new Int32Array(day.segments.length)
      for (let cell = 0; cell < rows.length; cell += 1) {
        const first = firstRows[day.segments[cell] ?? 0] ?? -1
        const offset = offsets[day.prompts[cell] ?? 0] ?? -1
        rows[cell] = first < 0 || offset < 0 ? -1 : first + offset
      }
      return rows
    },
    getCell,
    getKey: (row) => {
      keys[row] ??= createKey(row)
      return keys[row]
    },
  }
}

/** Returns the position of each number, multiplied by `step`; -1 for other numbers. */
function positions(numbered: readonly { number: number }[], step: number): Int32Array {
  const highest = numbered.reduce((most, { number }) => Math.max(most, number), 0)
  const found = new Int32Array(highest + 1).fill(-1)
  for (const [index, { number }] of numbered.entries()) found[number] = index * step
  return found
}
