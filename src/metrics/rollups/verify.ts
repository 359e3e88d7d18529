/** Compares the stored rows of days with the answers, read in plain SQL. */
import { sql } from 'kysely'
import { platformsWithoutSearch } from '../../../vocabulary/platforms.ts'
import { isCounted } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { toRecord } from '../numbers.ts'
import { type DayRow, dayColumns, decodeList } from './days/day.ts'

/** `row`: what differs first, such as the platform, model, region and prompt of answers. */
type Difference = { row: string; counted: string; stored: string }
export type Mismatch = Difference & { day: string }

/** What is compared, by the name of its row. */
type Described = ReadonlyMap<string, string>

/** Returns the first answers whose facts or citations differ from what is stored. */
export async function findMismatch(
  ctx: Context,
  brandId: string,
  days: readonly string[],
): Promise<Mismatch | undefined> {
  for (const day of days) {
    const difference = findDifference(await readFacts(ctx, brandId, day), await readStored(ctx, brandId, day))
    if (difference) return { day, ...difference }
  }
  return undefined
}

/** Days with answers or rollups. The rollups of dirty days are not expected to match. */
export async function listVerifiableDays(ctx: Context, brandId: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from answers where brand_id = ${brandId} and ${isCounted(brandId)}
    union select day from answer_days where brand_id = ${brandId}
    except select day from dirty_days where brand_id = ${brandId}
    order by day`.execute(ctx.db)
  return rows.map(({ day }) => day)
}

function findDifference(counted: Described, stored: Described): Difference | undefined {
  for (const row of new Set([...counted.keys(), ...stored.keys()])) {
    const difference = { row, counted: counted.get(row) ?? 'none', stored: stored.get(row) ?? 'none' }
    if (difference.counted !== difference.stored) return difference
  }
  return undefined
}

type Cell = { platform: string; model: string; region: string; prompt_id: string }
const getName = ({ platform, model, region, prompt_id }: Cell) =>
  [platform, model, region, 'prompt', prompt_id].join(' ')

/** Describes the facts of the answers of each prompt from each segment. */
async function readFacts(ctx: Context, brandId: string, day: string): Promise<Described> {
  const { rows } = await sql<Cell & { facts: string[] }>`
    select platform, model, region, prompt_id, array_agg(concat_ws(
      ' ', weight, coalesce(sentiments[1], 0), citation_count, (platform <> all(${platformsWithoutSearch}))::int, (surface = 'simulated')::int,
      (
        select coalesce(sum(mentions), 0) from unnest(entities, mention_counts) as fact (entity, mentions)
        where entity in (select 0 union all select entity_no from competitors where brand_id = ${brandId})
      ),
      cardinality(entities), entities::text, mention_counts::text, ranks::text, own_citations::text, score_millipoints::text,
      (
        select string_agg(number::text, ',' order by number)
        from answer_citations cited join sources using (brand_id, url_id, category)
        where cited.brand_id = ${brandId} and answer_id = answers.id and cited and sources.kind = 'url'
      )
    )) as facts
    from answers where brand_id = ${brandId} and day = ${day}::date and ${isCounted(brandId)}
    group by platform, model, region, prompt_id`.execute(ctx.db)
  return new Map(rows.map(({ facts, ...cell }) => [getName(cell), facts.sort().join(', ')]))
}

type StoredRow = DayRow & { urls: string; answers: string }

/** Reads the row from the database, not from the memory of the process. */
async function readStored(ctx: Context, brandId: string, day: string): Promise<Described> {
  const columns = [...dayColumns, 'urls', 'answers']
  const { rows } = await sql<StoredRow>`
    select ${sql.join(columns.map((name) => sql.ref(name)))} from answer_days
    where brand_id = ${brandId} and day = ${day}::date`.execute(ctx.db)
  const [row] = rows
  return row ? describeFacts(row, await readNames(ctx, brandId)) : new Map()
}

type Names = { segments: ReadonlyMap<number, Omit<Cell, 'prompt_id'>>; prompts: ReadonlyMap<number, string> }

async function readNames({ db }: Context, brandId: string): Promise<Names> {
  const segments = await db.selectFrom('segments').selectAll().where('brand_id', '=', brandId).execute()
  const prompts = await db.selectFrom('prompt_numbers').selectAll().where('brand_id', '=', brandId).execute()
  return {
    segments: new Map(segments.map(({ number, ...segment }) => [number, segment])),
    prompts: new Map(prompts.map(({ number, prompt_id }) => [number, prompt_id])),
  }
}

function describeFacts(row: StoredRow, { segments, prompts }: Names): Described {
  const lists = toRecord(dayColumns, (name) => decodeList(row[name]))
  const urls = urlsByAnswer(row)
  const described = new Map<string, string[]>()
  let fact = 0
  for (const [answer, segment] of lists.segments.entries()) {
    const end = fact + (lists.fact_counts[answer] ?? 0)
    const ofFacts = (list: Int32Array) => `{${list.subarray(fact, end).join(',')}}`
    const prompt = lists.prompts[answer] ?? 0
    const name = getName({
      ...(segments.get(segment) ?? { platform: `segment ${segment}`, model: '', region: '' }),
      prompt_id: prompts.get(prompt) ?? `prompt ${prompt}`,
    })
    const facts = [
      lists.weights[answer] ?? 1,
      ...[
        lists.sentiments,
        lists.citations,
        lists.searchable,
        lists.simulated,
        lists.tracked,
        lists.fact_counts,
      ].map((list) => list[answer]),
      ...[lists.entities, lists.mentions, lists.ranks, lists.own_citations, lists.scores].map(ofFacts),
      ...(urls.get(answer) ?? []),
    ]
    described.set(name, [...(described.get(name) ?? []), facts.join(' ')])
    fact = end
  }
  return new Map([...described].map(([name, facts]) => [name, facts.sort().join(', ')]))
}

/** Returns the URLs that each answer cites, in ascending order. */
function urlsByAnswer(row: StoredRow): Map<number, string[]> {
  const answers = decodeList(row.answers)
  const cited = [...decodeList(row.urls)].map((url, at) => ({ url, answer: answers[at] ?? -1 }))
  const byAnswer = Map.groupBy(cited, ({ answer }) => answer)
  return new Map([...byAnswer].map(([answer, of]) => [answer, [of.map(({ url }) => url).join(',')]]))
}
