/** What the most cited pages of a demo brand say. Its sources are invented, so nothing is fetched. */
import { sql } from 'kysely'
import { random } from '../../simulator/seeded-random.ts'
import { pageKinds } from '../../vocabulary/page-kinds.ts'
import type { Brand } from '../brands/brands.ts'
import { listEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { dayMs, utcDay } from '../core/days.ts'
import { type DemoAction, listNewPages } from './actions.ts'

const mostPages = 150
const checkHour = 5 * 3_600_000

export async function fillCitedPages(
  { db, ...ctx }: Context,
  brand: Brand,
  {
    seed,
    until,
    actions,
    days,
  }: { seed: number; until: string; actions: readonly DemoAction[]; days: readonly string[] },
): Promise<void> {
  const { rows } = await sql<{ url_id: number; url: string; title: string | null; category: string }>`
    select urls.id as url_id, urls.url, urls.title, mode() within group (order by cited.category) as category
    from answer_citations cited join urls on urls.brand_id = cited.brand_id and urls.id = cited.url_id
    where cited.brand_id = ${brand.id} and cited.cited
    group by urls.id, urls.url, urls.title
    order by count(distinct cited.answer_id) desc, urls.url
    limit ${mostPages}`.execute(db)
  if (rows.length === 0) return
  const competitors = (await listEntities({ db, ...ctx }, 'competitors', brand.id)).map(
    (row) => row.entity_no,
  )
  const draw = random(seed, 'demo cited pages', brand.domain)
  const lastDay = Date.parse(until)
  const pages = rows.map(({ url_id, url, title, category }) => {
    const action = actions.find((each) =>
      listNewPages([each]).some((path) => url === `https://${brand.domain}${path}`),
    )
    const isBlocked = draw.chance(0.06)
    const others = draw.shuffle(competitors.filter(() => draw.chance(0.5)))
    const place = draw.chance(category === 'owned' ? 1 : 0.3) ? draw.between(0, others.length) : null
    const named = place === null ? others : others.toSpliced(place, 0, 0)
    const drawn = utcDay(new Date(lastDay - draw.between(30, 630) * dayMs))
    const published = (action && days.at(action.day)) ?? drawn
    return {
      brand_id: brand.id,
      url_id,
      state: isBlocked ? 'robots' : 'read',
      read_at: new Date(lastDay - draw.between(0, 5) * dayMs + checkHour),
      changed_at: draw.chance(0.08) ? new Date(lastDay - draw.between(7, 27) * dayMs) : null,
      names_version: brand.names_version,
      named: isBlocked ? [] : named,
      title,
      kind: isBlocked ? null : (kindsOfCategory[category] ?? draw.pick(pageKinds)),
      published: isBlocked ? null : published,
      language: isBlocked ? null : (brand.language ?? 'en'),
    }
  })
  await db
    .insertInto('cited_pages')
    .values(pages)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const kindsOfCategory: Record<string, (typeof pageKinds)[number]> = {
  forum: 'forum',
  review: 'review',
  reference: 'reference',
  ecommerce: 'shop',
  editorial: 'list',
}
