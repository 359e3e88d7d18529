/** The days on which pages of the brand, or other domains, are newly cited or no longer cited (docs/alerts.md). */
import { sql } from 'kysely'
import { isCounted } from '../answers/scope.ts'
import type { Context } from '../core/context.ts'
import { daysAfter } from '../core/days.ts'
import { runStepsWithPauses, timeSlicer } from '../core/yield-to-event-loop.ts'
import { dayNumber } from './rollups.ts'
import {
  type CellAnswers,
  citationChangeSteps,
  citationLookback,
  type ItemCitation,
} from './statistics/citation-changes.ts'

export type LoggedCitationChange = {
  /** A URL of the brand without its query string, or a registrable domain. */
  item: string
  day: string
  direction: 'new' | 'lost'
  /** Answers that cite it, in the recent days if it is new, in the four weeks before if it is lost, and their prompts. */
  citing: number
  prompts: number
}

/** Returns the changes established on the days of a range, oldest first. */
export async function listCitationChanges(
  ctx: Context,
  brandId: string,
  { from, to }: { from: string; to: string },
  kind: 'own_page' | 'domain',
): Promise<LoggedCitationChange[]> {
  // The changes of a month earlier are not repeated, so they are found too.
  const first = daysAfter(from, -28)
  const start = daysAfter(first, -citationLookback)
  const rows = await readCells(ctx, brandId, { from: start, to })
  if (rows.length === 0) return []
  const { cells, indexOf } = arrange(rows, dayNumber(start), dayNumber(to) - dayNumber(start) + 1)
  const citations = new Map<string, ItemCitation[]>()
  const pause = timeSlicer()
  for (const row of await readCitations(ctx, brandId, { from: start, to }, kind)) {
    const cell = indexOf.get(getKey(row))
    if (cell === undefined) continue
    const list = citations.get(row.item) ?? []
    list.push({ cell, day: dayNumber(row.day) - dayNumber(start), answers: row.answers })
    citations.set(row.item, list)
    await pause()
  }
  const range = { from: dayNumber(first) - dayNumber(start), to: dayNumber(to) - dayNumber(start) }
  const changes = await runStepsWithPauses(citationChangeSteps(cells, citations, range), pause)
  return changes
    .map((change) => ({ ...change, day: daysAfter(start, change.day) }))
    .filter(({ day }) => day >= from)
}

type CellRow = { prompt_id: string; platform: string; region: string; day: string; answers: number }

async function readCells(
  { db }: Context,
  brandId: string,
  { from, to }: { from: string; to: string },
): Promise<CellRow[]> {
  const { rows } = await sql<CellRow>`
    select prompt_id, platform, region, day, count(*)::int as answers from answers
    where brand_id = ${brandId} and day between ${from}::date and ${to}::date and ${isCounted(brandId)}
    group by prompt_id, platform, region, day`.execute(db)
  return rows
}

async function readCitations(
  { db }: Context,
  brandId: string,
  { from, to }: { from: string; to: string },
  kind: 'own_page' | 'domain',
): Promise<(CellRow & { item: string })[]> {
  const item =
    kind === 'own_page'
      ? sql`regexp_replace(regexp_replace(urls.url, '[?#].*$', ''), '/+$', '')`
      : sql`domains.registrable`
  const condition =
    kind === 'own_page'
      ? sql`cited.category = 'owned'`
      : sql`cited.category <> 'owned' and domains.registrable <> ''`
  const { rows } = await sql<CellRow & { item: string }>`
    select
      ${item} as item, prompt_id, platform, region, answers.day, count(distinct cited.answer_id)::int as answers
    from answer_citations cited
    join answers on answers.brand_id = cited.brand_id and answers.id = cited.answer_id
    join urls on urls.brand_id = cited.brand_id and urls.id = cited.url_id
    join domains on domains.brand_id = cited.brand_id and domains.id = cited.domain_id
    where cited.brand_id = ${brandId} and cited.day between ${from}::date and ${to}::date and cited.cited
      and ${condition} and ${isCounted(brandId)}
    group by 1, prompt_id, platform, region, answers.day
    order by 1, prompt_id, platform, region, answers.day`.execute(db)
  return rows
}

function arrange(rows: readonly CellRow[], firstDay: number, dayCount: number) {
  const cells: CellAnswers[] = []
  const indexOf = new Map<string, number>()
  for (const row of rows) {
    const index = indexOf.get(getKey(row)) ?? cells.length
    indexOf.set(getKey(row), index)
    cells[index] ??= {
      prompt: row.prompt_id,
      platform: row.platform,
      days: new Float64Array(dayCount),
    }
    const { days } = cells[index]
    days[dayNumber(row.day) - firstDay] = row.answers
  }
  return { cells, indexOf }
}

const getKey = ({ prompt_id, platform, region }: CellRow): string => `${prompt_id} ${platform} ${region}`
