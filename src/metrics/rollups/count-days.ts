/** Counts the answers of single days. All other rollups derive from these counts. */
import { type RawBuilder, sql } from 'kysely'
import { isCounted } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { AnswerSums, type StoredFacts } from './answer-sums.ts'
import { assignSegmentIds } from './dimension-ids.ts'
import { assignPrompts } from './prompt-groups.ts'
import type { CitingAnswer } from './sources/source-counts.ts'
import { assignSourceIds, type CitedUrl, type SourceNumbers } from './sources/source-ids.ts'

/** `answers`: those with citations. */
export type CountedDay = { day: string; sums: AnswerSums; answers: (CitingAnswer & { prompt: number })[] }

/** Days without answers are not in the result. */
export async function countDays(tx: Context, brandId: string, days: string[]): Promise<CountedDay[]> {
  const read = await readNumberedAnswers(tx, brandId, days)
  const pause = timeSlicer()
  const newUrls = toRows(read.unnumbered)
  const numbersOf = await assignSourceIds(tx, brandId, newUrls)
  const numbered = toRows(read.numbered)
  await pause()
  const sourcesByAnswer = Map.groupBy(
    [...numbered, ...newUrls.map((url) => ({ answer: url.answer, ...numbersOf(url) }))],
    ({ answer }) => answer,
  )
  const counted = new Map<string, CountedDay>()
  for (const { answer, day, segment, prompt, group, ...facts } of toRows(read.answers)) {
    // The answer was committed after the numbers were assigned, and so was the mark that its day is dirty.
    if (segment === null || prompt === null || group === null) continue
    const known = counted.get(day)
    const ofDay: CountedDay = known ?? { day, sums: new AnswerSums(), answers: [] }
    if (!known) counted.set(day, ofDay)
    ofDay.sums.add(segment, prompt, facts)
    const sources = sourcesByAnswer.get(answer)
    if (sources) ofDay.answers.push({ segment, prompt, group, named: (facts.mentions[0] ?? 0) > 0, sources })
    await pause()
  }
  return [...counted.values()]
}

/** Null: no number has been assigned yet. */
type Dimensions = { day: string; segment: number | null; prompt: number | null; group: number | null }

/** `answer` identifies an answer within the result. */
type AnswerColumns = {
  answers: Columns<StoredFacts & Dimensions & { answer: number }>
  /** Citations of sources that have numbers. */
  numbered: Columns<SourceNumbers & { answer: number }>
  /** All other citations. */
  unnumbered: Columns<CitedUrl & { answer: number }>
}

async function readNumberedAnswers(tx: Context, brandId: string, days: string[]): Promise<AnswerColumns> {
  const read = await readAnswers(tx, brandId, days)
  const { segment, prompt } = read.answers
  if (![segment, prompt].some((numbers) => numbers?.includes(null))) return read
  await assignPrompts(tx, brandId, 'new')
  await assignSegmentIds(tx, brandId, days)
  return readAnswers(tx, brandId, days)
}

/**
 * One statement reads everything: a second one would see answers committed in between, and the counts would not agree.
 * Counting here takes a fraction of the time that PostgreSQL needs.
 */
async function readAnswers(tx: Context, brandId: string, days: string[]): Promise<AnswerColumns> {
  const { rows } = await sql<AnswerColumns>`
    with counted as materialized (
      select
        id, row_number() over () as answer, day, segments.number as segment, prompt_numbers.number as prompt,
        prompt_group, entities, mention_counts, own_citations, ranks, scores_milli, sentiments[1] as sentiment, citation_count,
        surface = 'simulated' as simulated
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
    -- The array makes PostgreSQL use the index on url_id: it cannot estimate the number of cited URLs.
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
        select ${columns({ answer: 'answer', day: 'day', segment: 'segment', prompt: 'prompt', group: 'prompt_group', entities: 'entities', mentions: 'mention_counts', own: 'own_citations', ranks: 'ranks', scores: 'scores_milli', sentiment: 'sentiment', citations: 'citation_count', simulated: 'simulated' })}
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

/** Arrays of equal length; null or absent without rows. Transfers many times faster than one row per answer. */
type Columns<R> = { [K in keyof R]?: R[K][] | null }

/** `names` maps the name of each array to the column that it aggregates. */
const columns = (names: Record<string, string>): RawBuilder<unknown> =>
  sql`json_build_object(${sql.join(
    Object.entries(names).flatMap(([name, column]) => [sql.lit(name), sql`json_agg(${sql.ref(column)})`]),
  )})`

function toRows<R extends object>(columns: Columns<R>): R[] {
  const all = Object.entries<unknown[] | null | undefined>(columns)
  return (all[0]?.[1] ?? []).map((_, index) => {
    const row: Record<string, unknown> = {}
    for (const [name, values] of all) row[name] = values?.[index]
    return row as R
  })
}
