/** The last audits of the pages in the funnel. */
import { sql } from 'kysely'
import type { Brand } from '../brands/brands.ts'
import { listPlatformAgents } from '../traffic/ai-agents.ts'
import { getPath } from '../traffic/page-path.ts'
import { isOwnPage } from '../traffic/visit-sources.ts'
import type { Window } from './rollups.ts'

/** `robots`: whether robots.txt allows the page to each agent that cites pages or fetches them for users. */
export type PageAudit = {
  id: string
  day: string
  status: number | null
  robots: { agent: string; is_allowed: boolean }[]
}

const maxAudits = 200

/** Returns the last audit of each page of the brand, among the latest audits, with the agents of the platforms of the scope. */
export async function readAudits({ db, scope }: Window, brand: Brand): Promise<Map<string, PageAudit>> {
  const { rows } = await sql<PageAudit & { url: string }>`
    with latest as (
      select id, created_at, report from site_audits
      where brand_id = ${brand.id} and report is not null order by id desc limit ${maxAudits}
    )
    select latest.id, (created_at at time zone 'utc')::date::text as day, page ->> 'url' as url,
      (page ->> 'status')::int as status, page -> 'robots' as robots
    from latest cross join jsonb_array_elements(report -> 'pages') as page
    order by latest.id`.execute(db)
  const agents = scope.platforms && listPlatformAgents(scope.platforms)
  return new Map(
    rows.flatMap(({ url, robots, ...audit }) => {
      const page = isOwnPage(brand, url) ? getPath(url) : null
      const ofPlatforms = robots.filter(({ agent }) => agents === null || agents.includes(agent))
      return page === null ? [] : [[page, { ...audit, robots: ofPlatforms }] as const]
    }),
  )
}
