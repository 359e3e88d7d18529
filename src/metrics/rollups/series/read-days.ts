/** Reads the sums of single days, for statistics that compare days. */
import { sql } from 'kysely'
import { bySegment, daysInScope, isByPrompt, promptsInScope, type Scope } from '../../../answers/scope.ts'
import type { Context } from '../../../core/context.ts'
import { dayMs } from '../../../core/days.ts'
import { timeSlicer } from '../../../core/yield-to-event-loop.ts'
import { bucketEntityCounters } from '../../rollup-rows.ts'
import {
  type Cell,
  cellIndex,
  type DailyAnswers,
  type DailySums,
  type DayColumn,
  dayColumn,
} from '../../statistics/change-detection/daily-sums.ts'
import type { HeadlineNumber } from '../../statistics/change-detection/overview.ts'
import type { Segment } from '../dimension-ids.ts'
import { bucketCounters, eachPromptRow } from './prompt-rollups.ts'

/** Days are numbered from 1970-01-01 on. */
export type BrandDays = {
  answers: DailyAnswers
  sums: Record<HeadlineNumber, DailySums>
  /** By the number of each tracked competitor: its visibility score. */
  competitorScores: ReadonlyMap<number, DailySums>
}

export const dayNumber = (day: string): number => Date.parse(day) / dayMs

/** Returns the sums of each prompt, platform and region on each day of the scope. Cells are in a fixed order. */
export async function readDays(
  ctx: Context,
  scope: Scope & { from: string; to: string },
): Promise<BrandDays> {
  const [first, ...days] = await readPackedDays(ctx, scope)
  if (!first) throw new Error('The statement always returns the dictionary')
  const dictionary: Dictionary = JSON.parse(first.packed)
  const firstDay = dayNumber(scope.from)
  const sums = new CellSums(dictionary, dayNumber(scope.to) - firstDay + 1)
  const pause = timeSlicer()
  for (const { day, packed } of days) {
    if (day !== null) sums.addDay(dayNumber(day) - firstDay, packed)
    await pause()
  }
  return sums.toDays(firstDay)
}

type Dictionary = {
  segments: Segment[]
  prompts: { number: number; id: string }[]
  /** Numbers of the tracked competitors. */
  competitors: number[]
}

/** The first row is the dictionary, the others are days. One statement is one snapshot, so all rows agree. */
async function readPackedDays(ctx: Context, scope: Scope): Promise<{ day: string | null; packed: string }[]> {
  const { id } = scope.brand
  const { rows } = await sql<{ day: string | null; packed: string }>`
    with
      chosen as materialized (
        select number, prompt_id as id from prompt_numbers
        where brand_id = ${id} and prompt_id in (${promptsInScope(scope)})
      ),
      days as (
        select day, string_agg(counters, '' order by prompt) as packed from prompt_rollups
        where brand_id = ${id} and ${daysInScope(scope, 'day')}
          and ${isByPrompt(scope) ? sql`prompt in (select number from chosen)` : sql`true`}
        group by day
      )
    select null::date as day, json_build_object(
      'segments', (
        select coalesce(json_agg(json_build_object('number', number, 'platform', platform, 'model', model, 'region', region)), '[]')
        from segments where brand_id = ${id} and ${bySegment(scope)}
      ),
      'prompts', (select coalesce(json_agg(chosen), '[]') from chosen),
      'competitors', (select coalesce(json_agg(number order by number), '[]') from competitors where brand_id = ${id})
    )::text as packed
    union all select day, packed from days`.execute(ctx.db)
  return rows
}

/** What is added up per cell and day; the scores of the competitors follow. */
const columns = [
  'n',
  'score',
  'named',
  'cited',
  'names_before',
  'positive',
  'clear',
  'own_mentions',
  'all_mentions',
] as const
const columnOf = (name: (typeof columns)[number]) => columns.indexOf(name)
const counterOf = (name: (typeof bucketCounters)[number]) => bucketCounters.indexOf(name)
const entityCounterOf = (name: (typeof bucketEntityCounters)[number]) => bucketEntityCounters.indexOf(name)

/** A cell, its order among all cells, and its sums by column and day. */
type CellBlock = Cell & { order: number; sums: Float64Array }

class CellSums {
  readonly #dayCount: number
  readonly #competitors: ReadonlyMap<number, number>
  readonly #promptIds: ReadonlyMap<number, string>
  /** By number of the segment. Segments that differ in their model only are one view. */
  readonly #views: ReadonlyMap<number, { platform: string; region: string; index: number }>
  readonly #blocks = new Map<number, CellBlock>()

  constructor({ segments, prompts, competitors }: Dictionary, dayCount: number) {
    this.#dayCount = dayCount
    this.#competitors = new Map(competitors.map((number, index) => [number, columns.length + index]))
    this.#promptIds = new Map(prompts.map(({ number, id }) => [number, id]))
    const names = [...new Set(segments.map(viewName))].sort()
    this.#views = new Map(
      segments.map((segment) => [segment.number, { ...segment, index: names.indexOf(viewName(segment)) }]),
    )
  }

  /** Adds the per-prompt rollups of a day. */
  addDay(day: number, packed: string): void {
    eachPromptRow(packed, {
      row: (segment, prompt, counters) => {
        const sums = this.#blockOf(segment, prompt)?.sums
        if (sums) this.#addAnswers(sums, day, counters)
      },
      entity: (segment, prompt, entity, counters) => {
        const column = this.#competitors.get(entity)
        const sums = column === undefined ? undefined : this.#blockOf(segment, prompt)?.sums
        if (sums === undefined || column === undefined) return
        this.#add(sums, columnOf('all_mentions'), day, counters[entityCounterOf('mentions')])
        this.#add(sums, column, day, counters[entityCounterOf('score_milli')])
      },
    })
  }

  /** Cells are ordered by prompt and platform: sums of rounded values must not depend on the first day that is read. */
  toDays(firstDay: number): BrandDays {
    const blocks = [...this.#blocks.values()].sort((a, b) => a.order - b.order)
    const column = (index: number) => this.#columnOf(blocks, index)
    const n = column(columnOf('n'))
    const named = column(columnOf('named'))
    const sum = (y: (typeof columns)[number], x: DayColumn) => ({ y: column(columnOf(y)), x })
    const { cells, ...prompts } = cellIndex(
      blocks.map(({ prompt, platform, region }) => ({ prompt, platform, region })),
    )
    const active = dayColumn(n.daily.map(Math.sign), this.#dayCount)
    return {
      answers: { firstDay, dayCount: this.#dayCount, cells, ...prompts, n, active },
      sums: {
        score: sum('score', n),
        mention_rate: { y: named, x: n },
        citation_rate: sum('cited', n),
        avg_position: sum('names_before', named),
        positive_sentiment: sum('positive', column(columnOf('clear'))),
        share_of_voice: sum('own_mentions', column(columnOf('all_mentions'))),
      },
      competitorScores: new Map(
        [...this.#competitors].map(([number, index]) => [number, { y: column(index), x: n }]),
      ),
    }
  }

  #addAnswers(sums: Float64Array, day: number, counters: Float64Array): void {
    const counter = (name: (typeof bucketCounters)[number]) => counters[counterOf(name)] ?? 0
    const add = (name: (typeof columns)[number], value: number) => this.#add(sums, columnOf(name), day, value)
    add('n', counter('answers'))
    add('score', counter('score_milli'))
    add('named', counter('named'))
    add('cited', counter('cited'))
    add('names_before', counter('rank_sum') - counter('named'))
    add('positive', counter('positive'))
    add('clear', counter('positive') + counter('neutral') + counter('negative'))
    add('own_mentions', counter('mentions'))
    add('all_mentions', counter('mentions'))
  }

  #add(sums: Float64Array, column: number, day: number, value = 0): void {
    const at = column * this.#dayCount + day
    sums[at] = (sums[at] ?? 0) + value
  }

  /** Returns undefined for a segment or prompt that is not in scope. */
  #blockOf(segment: number, prompt: number): CellBlock | undefined {
    const view = this.#views.get(segment)
    const promptId = this.#promptIds.get(prompt)
    if (view === undefined || promptId === undefined) return undefined
    const order = prompt * this.#views.size + view.index
    const known = this.#blocks.get(order)
    if (known) return known
    const sums = new Float64Array((columns.length + this.#competitors.size) * this.#dayCount)
    const block = { prompt: promptId, platform: view.platform, region: view.region, order, sums }
    this.#blocks.set(order, block)
    return block
  }

  #columnOf(blocks: readonly CellBlock[], index: number): DayColumn {
    const days = this.#dayCount
    const daily = new Float64Array(blocks.length * days)
    for (const [cell, { sums }] of blocks.entries())
      daily.set(sums.subarray(index * days, (index + 1) * days), cell * days)
    return dayColumn(daily, days)
  }
}

const viewName = ({ platform, region }: Segment) => `${platform} ${region}`
