/** Counts the answers of single days; every sum is made from what is counted here. */
import { type RawBuilder, sql } from 'kysely'
import { isCounted } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { assignSegmentIds } from './dimension-ids.ts'
import { type Facts, RowBuilder } from './rows.ts'
import type { CitingAnswer } from './source-counts.ts'
import { assignSourceIds, type CitedUrl, type SourceNumbers } from './source-ids.ts'

export type CountedDay = { day: string; cells: RowBuilder; answers: CitingAnswer[] }

/** Of those of the days that have answers. */
export async function countDays(tx: Context, brandId: string, days: string[]): Promise<CountedDay[]> {
  const read = await readPlaced(tx, brandId, days)
  const rest = timeSlicer()
  const added = rowsOf(read.unnumbered)
  const numbersOf = await assignSourceIds(tx, brandId, added)
  const numbered = rowsOf(read.numbered)
  await rest()
  const sourcesOf = Map.groupBy(
    [...numbered, ...added.map((place) => ({ answer: place.answer, ...numbersOf(place) }))],
    ({ answer }) => answer,
  )
  const counted = new Map<string, CountedDay>()
  for (const { answer, day, segment, prompt, ...facts } of rowsOf(read.answers)) {
    // It came after places were numbered; its day is marked.
    if (segment === null || prompt === null) continue
    const known = counted.get(day)
    const ofDay: CountedDay = known ?? { day, cells: new RowBuilder(), answers: [] }
    if (!known) counted.set(day, ofDay)
    ofDay.cells.addAnswer(segment, prompt, facts)
    const sources = sourcesOf.get(answer)
    if (sources) ofDay.answers.push({ segment, prompt, named: (facts.mentions[0] ?? 0) > 0, sources })
    await rest()
  }
  return [...counted.values()]
}

/** Those without a number yet are null. */
type Placed = { day: string; segment: number | null; prompt: number | null }

/** `answer` is another number for each answer. */
type Read = {
  answers: Columns<Facts & Placed & { answer: number }>
  /** Citations of sources with numbers. */
  numbered: Columns<SourceNumbers & { answer: number }>
  /** All others. */
  unnumbered: Columns<CitedUrl & { answer: number }>
}

async function readPlaced(tx: Context, brandId: string, days: string[]): Promise<Read> {
  const read = await readAnswers(tx, brandId, days)
  const { segment, prompt } = read.answers
  if (![segment, prompt].some((numbers) => numbers?.includes(null))) return read
  await assignSegmentIds(tx, brandId, days)
  return readAnswers(tx, brandId, days)
}

/**
 * All by one statement: of two, the second would see answers that came after the first, and the sums would not agree. To
 * add them up here takes a fraction of the time that the database would.
 */
async function readAnswers(tx: Context, brandId: string, days: string[]): Promise<Read> {
  const { rows } = await sql<Read>`
    with counted as materialized (
      select
        id, row_number() over () as answer, day, segments.number as segment, prompt_numbers.number as prompt,
        entities, mention_counts, own_citations, ranks, scores_milli, sentiments[1] as sentiment, citation_count
      from answers
      left join segments using (brand_id, platform, model, region)
      left join prompt_numbers using (brand_id, prompt_id)
      where brand_id = ${brandId} and day = any(${days}::date[]) and ${isCounted(brandId)}
    ),
    cited as materialized (
      select answer, url_id, category
      from answer_citations join counted on counted.id = answer_id
      where brand_id = ${brandId} and answer_citations.day = any(${days}::date[]) and cited
    ),
    -- Found in the index of addresses, for the database cannot know how many they are.
    known as (
      select url_id, category, domain_number, pair_number, number, category_number from sources
      where brand_id = ${brandId} and kind = 'url' and url_id = any(array(select distinct url_id from cited))
    ),
    sourced as materialized (
      select
        answer, url_id, category, number, domain_number, pair_number, category_number
      from cited left join known using (url_id, category)
    )
    select
      (
        select ${columns({ answer: 'answer', day: 'day', segment: 'segment', prompt: 'prompt', entities: 'entities', mentions: 'mention_counts', own: 'own_citations', ranks: 'ranks', scores: 'scores_milli', sentiment: 'sentiment', citations: 'citation_count' })}
        from counted
      ) as answers,
      (
        select ${columns({ answer: 'answer', domain: 'domain_number', domain_category: 'pair_number', url: 'number', category: 'category_number' })}
        from sourced where number is not null
      ) as numbered,
      (
        select ${columns({ answer: 'answer', url: 'url_id', category: 'category' })}
        from sourced where number is null
      ) as unnumbered`.execute(tx.db)
  return rows[0] ?? { answers: {}, numbered: {}, unnumbered: {} }
}

/** Arrays of equal length, none without rows: many times quicker to send than as many rows. */
type Columns<R> = { [K in keyof R]?: R[K][] | null }

/** The column of each name. */
const columns = (names: Record<string, string>): RawBuilder<unknown> =>
  sql`json_build_object(${sql.join(
    Object.entries(names).flatMap(([name, column]) => [sql.lit(name), sql`json_agg(${sql.ref(column)})`]),
  )})`

/** What `columns` made of rows has all of a row's names. */
function rowsOf<R extends object>(columns: Columns<R>): R[] {
  const all = Object.entries<unknown[] | null | undefined>(columns)
  return (all[0]?.[1] ?? []).map((_, index) => {
    const row: Record<string, unknown> = {}
    for (const [name, values] of all) row[name] = values?.[index]
    return row as R
  })
}
