/** Reads days from the memory of the process, and those that it does not have from the database. */
import { sql } from 'kysely'
import type { Context } from '../../../core/context.ts'
import { timeSlicer } from '../../../core/yield-to-event-loop.ts'
import type { ListedDay } from '../dimensions.ts'
import { type DayCitations, decodeCitations, sizeOfCitations } from './citations.ts'
import { type Day, type DayRow, dayColumns, decodeDay, sizeOfDay } from './day.ts'
import { type CachedDay, dayCache, type Scan } from './day-cache.ts'
import { readSourceNumbers } from './source-numbers.ts'

/** Bounds the memory of a long history. */
const daysPerBatch = 28

export type Listed = { brandId: string; days: readonly ListedDay[] }

/** Calls `visit` for each listed day, in ascending order. */
export async function eachDay(
  ctx: Context,
  listed: Listed,
  visit: (facts: Day, day: string) => void,
): Promise<void> {
  const pause = timeSlicer()
  const scan = ctx.use(dayCache).startScan(listed.brandId, listed.days)
  for (const days of getBatches(listed.days))
    for (const [index, { day }] of (await findDays(ctx, { ...listed, days }, scan)).entries()) {
      visit(day, days[index]?.day ?? '')
      await pause()
    }
}

/** Like `eachDay`, with the citations of the day. */
export async function eachDayWithCitations(
  ctx: Context,
  listed: Listed,
  visit: (facts: Day, citations: DayCitations, day: string) => void,
): Promise<void> {
  const pause = timeSlicer()
  const scan = ctx.use(dayCache).startScan(listed.brandId, listed.days)
  for (const days of getBatches(listed.days)) {
    const cached = await findDays(ctx, { ...listed, days }, scan)
    await addCitations(ctx, { ...listed, days }, { cached, scan })
    for (const [index, { day, citations }] of cached.entries()) {
      if (citations) visit(day, citations, days[index]?.day ?? '')
      await pause()
    }
  }
}

function* getBatches(days: readonly ListedDay[]): Generator<readonly ListedDay[]> {
  for (let start = 0; start < days.length; start += daysPerBatch)
    yield days.slice(start, start + daysPerBatch)
}

async function findDays(ctx: Context, { brandId, days }: Listed, scan: Scan): Promise<CachedDay[]> {
  const cache = ctx.use(dayCache)
  const known = days.map(({ day, version }) => cache.findDay(brandId, day, version))
  const missing = days.filter((_, index) => known[index] === undefined)
  const read = await readDays(ctx, { brandId, days: missing }, scan)
  return days.map(({ day }, index) => {
    const found = known[index] ?? read.get(day)
    if (!found) throw new Error(`Day ${day} of brand ${brandId} is missing in its snapshot`)
    return found
  })
}

async function readDays(
  ctx: Context,
  { brandId, days }: Listed,
  scan: Scan,
): Promise<Map<string, CachedDay>> {
  if (days.length === 0) return new Map()
  const { rows } = await sql<DayRow & ListedDay>`
    select day, version, ${sql.join(dayColumns.map((name) => sql.ref(name)))} from answer_days
    where brand_id = ${brandId} and day = any(${days.map(({ day }) => day)}::date[])`.execute(ctx.db)
  const cache = ctx.use(dayCache)
  const pause = timeSlicer()
  const read = new Map<string, CachedDay>()
  for (const { day, version, ...row } of rows) {
    const decoded: CachedDay = { kind: 'day', version, day: decodeDay(row), citations: null }
    cache.put(brandId, day, decoded, { bytes: sizeOfDay(decoded.day), scan })
    read.set(day, decoded)
    await pause()
  }
  return read
}

/** Reads the citations of the days that do not have them yet. */
async function addCitations(
  ctx: Context,
  { brandId, days }: Listed,
  { cached, scan }: { cached: readonly CachedDay[]; scan: Scan },
): Promise<void> {
  const missing = new Map(
    cached.flatMap((each, index) => (each.citations ? [] : [[days[index]?.day ?? '', each] as const])),
  )
  if (missing.size === 0) return
  const numbers = await readSourceNumbers(ctx, brandId)
  const { rows } = await sql<{ day: string; urls: string; answers: string }>`
    select day, urls, answers from answer_days
    where brand_id = ${brandId} and day = any(${[...missing.keys()]}::date[])`.execute(ctx.db)
  const cache = ctx.use(dayCache)
  const pause = timeSlicer()
  for (const { day, ...lists } of rows) {
    const found = missing.get(day)
    if (!found) continue
    found.citations = decodeCitations(lists, found.day, numbers)
    const bytes = sizeOfDay(found.day) + sizeOfCitations(found.citations)
    cache.put(brandId, day, found, { bytes, scan })
    await pause()
  }
}
