/** Reports which of a brand's pages AI agents requested, from imported server logs. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { crawlerRoles, findAiAgent } from './ai-agents.ts'

const Count = z.number().int().min(0)

export const CrawlerReport = z
  .object({
    total_hits: Count.describe('Number of requests.'),
    agents: z.array(
      z.object({
        agent: z.string().describe('Product token in its user agent.'),
        operator: z.string().nullable(),
        role: z
          .enum(crawlerRoles)
          .nullable()
          .describe(
            'Why it requests pages: model training, a search index, a user question, or an autonomous agent.',
          ),
        hits: Count,
        verified_hits: Count.nullable().describe(
          "Hits from the operator's published IP ranges. Null when no ranges were imported.",
        ),
        last_day: z.iso.date(),
      }),
    ),
    daily: z.array(z.object({ date: z.iso.date(), agent: z.string(), hits: Count })),
    top_paths: z.array(z.object({ path: z.string(), hits: Count })),
  })
  .meta({ id: 'CrawlerReport' })

const maxPaths = 50

export async function getCrawlerReport(
  ctx: Context,
  brand: Brand,
  { from, to }: { from: string | null; to: string | null },
): Promise<z.input<typeof CrawlerReport>> {
  const hits = sql`
    crawler_hits where brand_id = ${brand.id}
      and day >= coalesce(${from}::date, '-infinity') and day <= coalesce(${to}::date, 'infinity')`
  const agents = await sql<{ agent: string; hits: number; verified_hits: number | null; last_day: string }>`
    select
      agent, count(*) as hits, max(day)::text as last_day,
      case when count(verified) > 0 then count(*) filter (where verified) end as verified_hits
    from ${hits} group by agent order by 2 desc, 1`.execute(ctx.db)
  const daily = await sql<{ date: string; agent: string; hits: number }>`
    select day::text as date, agent, count(*) as hits from ${hits} group by 1, 2 order by 1, 2`.execute(
    ctx.db,
  )
  const paths = await sql<{ path: string; hits: number }>`
    select path, count(*) as hits from ${hits} group by 1 order by 2 desc, 1 limit ${maxPaths}`.execute(
    ctx.db,
  )
  return {
    total_hits: agents.rows.reduce((sum, row) => sum + row.hits, 0),
    agents: agents.rows.map((row) => {
      const agent = findAiAgent(row.agent)
      return { ...row, operator: agent?.operator ?? null, role: agent?.role ?? null }
    }),
    daily: daily.rows,
    top_paths: paths.rows,
  }
}
