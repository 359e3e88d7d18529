/** Demo data other than answers: search volumes of the prompts, visits from AI platforms, and requests of AI agents. */
import { sql } from 'kysely'
import { type Random, random } from '../../simulator/seeded-random.ts'
import type { Platform } from '../../vocabulary/platforms.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { message } from '../languages/message.ts'
import { refresh } from '../metrics/rollups.ts'
import { getIntent, getKeywords } from '../prompts/keywords.ts'
import { listVolumePrompts, saveVolumes } from '../prompts/volume-store.ts'
import { importLogs, recordLogImport } from '../traffic/import-logs.ts'
import { createLogParser } from '../traffic/log-parser.ts'
import { type DemoAction, delays, isDone, listNewPages } from './actions.ts'

const source = 'Simulator'
const method = message('demo.audience.generatedByTheSimulatorLikeAll')

export async function fillVolumes(ctx: Context, brand: Brand, seed: number): Promise<void> {
  const prompts = await listVolumePrompts(ctx, brand)
  const volumes = prompts.map((prompt) => {
    const chance = random(seed, 'demo volume', brand.domain, prompt.text)
    const keywords = getKeywords(prompt.text, prompt.language).map((keyword) => ({
      keyword,
      volume: chance.between(3, 600) * 10,
    }))
    const total = keywords.reduce((sum, { volume }) => sum + volume, 0)
    const low = Math.round((total * chance.between(3, 8)) / 100)
    const ai =
      keywords.length === 0 ? null : { low, high: low + Math.round((total * chance.between(4, 12)) / 100) }
    return { promptId: prompt.id, intent: getIntent(prompt), keywords, ai, source, method }
  })
  await transaction(ctx, (tx) =>
    saveVolumes(
      tx,
      brand.id,
      volumes.filter(({ keywords }) => keywords.length > 0),
    ),
  )
}

type Visit = { at: Date; platform: Platform; page: string; country: string }

type Options = { seed: number; days: readonly string[]; actions: readonly DemoAction[] }

/** Skips a resumed demo that has visits already. */
export async function fillVisits(
  ctx: Context,
  brand: Brand,
  { seed, days, actions }: Options,
): Promise<void> {
  const visitedPages = await listVisitedPages(ctx, brand, actions)
  const visits = days
    .flatMap((day, index) =>
      createVisits(random(seed, 'demo visits', brand.domain, day), {
        day,
        index,
        visitedPages: [...visitedPages, ...newPagesOn(actions, { day, days }, delays.answers)],
      }),
    )
    .filter(({ at }) => at <= ctx.now())
  await transaction(ctx, async (tx) => {
    const { rows } = await sql`select 1 from visits where brand_id = ${brand.id} limit 1`.execute(tx.db)
    if (rows.length > 0) return
    await sql`
      insert into visits (brand_id, id, visited_at, day, platform, page, country, simulated)
      select ${brand.id}, id, at, (at at time zone 'utc')::date, platform, page, country, true
      from unnest(
        ${visits.map(({ at }) => newId(at.getTime()))}::uuid[], ${visits.map(({ at }) => at)}::timestamptz[],
        ${visits.map(({ platform }) => platform)}::text[], ${visits.map(({ page }) => page)}::text[],
        ${visits.map(({ country }) => country)}::text[]
      ) as visit (id, at, platform, page, country)`.execute(tx.db)
    await refresh(tx, brand.id)
    await sql`
      insert into pixel_sightings (brand_id, is_own, seen_at, host)
      select ${brand.id}, true, max(visited_at), ${brand.domain} from visits where brand_id = ${brand.id}
      having count(*) > 0
      on conflict do nothing`.execute(tx.db)
  })
}

/**
 * Imports requests as from a server log; existing ones are not stored twice. Of the cited pages, agents never request the least
 * cited one, and a firewall rejects most requests of another, so that the funnel has gaps.
 */
export async function fillCrawlers(
  ctx: Context,
  brand: Brand,
  { seed, days, actions, sitePaths }: Options & { sitePaths: readonly string[] },
): Promise<void> {
  const [unknown, blocked] = (await listCitedPaths(ctx, brand, actions)).reverse()
  const added = listNewPages(actions)
  const known = ['/', ...sitePaths.filter((path) => path !== unknown && !added.includes(path))]
  async function* lines() {
    for (const day of days) {
      const chance = random(seed, 'demo crawlers', brand.domain, day)
      const pages = [...known, ...newPagesOn(actions, { day, days }, delays.requests)]
      for (let remaining = chance.between(6, 18); remaining > 0; remaining -= 1) {
        const agent = chance.weighted(crawlerWeights)
        const path = chance.pick(pages)
        const request = {
          ip: crawlerAddresses[agent],
          time: `${day}T${new Date(chance.between(0, 86_399) * 1000).toISOString().slice(11)}`,
          path,
          status: path === blocked && chance.chance(0.8) ? 403 : 200,
          userAgent: `Mozilla/5.0 (compatible; ${agent}/1.0)`,
        }
        if (new Date(request.time) <= ctx.now()) yield [{ text: JSON.stringify(request) }]
      }
    }
  }
  const report = await importLogs(ctx, brand, lines(), { parse: createLogParser() })
  await recordLogImport(ctx, brand.id, report)
}

const newPagesOn = (
  actions: readonly DemoAction[],
  day: { day: string; days: readonly string[] },
  delay: number,
): string[] => listNewPages(actions.filter((action) => isDone(action, day, delay)))

const crawlerWeights = {
  GPTBot: 30,
  'OAI-SearchBot': 14,
  'ChatGPT-User': 12,
  ClaudeBot: 22,
  PerplexityBot: 16,
  'Perplexity-User': 6,
}

/** In the ranges that the operators publish, where a release has them. */
const crawlerAddresses: Partial<Record<keyof typeof crawlerWeights, string>> = {
  GPTBot: '52.230.152.7',
  'OAI-SearchBot': '51.8.102.9',
  ClaudeBot: '216.73.216.5',
  PerplexityBot: '18.97.9.97',
  'Perplexity-User': '18.97.43.81',
}

/** In percent. */
const platformShares: readonly [Platform, number][] = [
  ['chatgpt', 58],
  ['perplexity', 17],
  ['gemini', 11],
  ['copilot', 8],
  ['claude', 6],
]
const countries = ['US', 'US', 'US', 'GB', 'DE', 'CA', 'AU', 'ZZ']

/** The most cited pages of the brand, the more often the more cited, and its home page: visitors follow citations. */
async function listVisitedPages(
  ctx: Context,
  brand: Brand,
  actions: readonly DemoAction[],
): Promise<string[]> {
  const paths = await listCitedPaths(ctx, brand, actions)
  const cited = paths
    .slice(0, mostVisitedPages)
    .flatMap((path, index) => Array.from({ length: mostVisitedPages - index }, () => path))
  return ['/', ...cited]
}

/** The cited pages of the brand that no action published, most citations first. */
async function listCitedPaths(ctx: Context, brand: Brand, actions: readonly DemoAction[]): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select url from answer_citations
    join urls on urls.brand_id = answer_citations.brand_id and urls.id = url_id
    where answer_citations.brand_id = ${brand.id} and cited and category = 'owned'
    group by url order by count(*) desc, url`.execute(ctx.db)
  const added = listNewPages(actions)
  return rows.map(({ url }) => new URL(url).pathname).filter((path) => !added.includes(path))
}

const mostVisitedPages = 6

type VisitDay = { day: string; index: number; visitedPages: readonly string[] }

/** Grows over time and drops at weekends. */
function createVisits(chance: Random, { day, index, visitedPages }: VisitDay): Visit[] {
  const weekend = [0, 6].includes(new Date(day).getUTCDay())
  const count = Math.round((chance.between(8, 16) + index / 6) * (weekend ? 0.6 : 1))
  return Array.from({ length: count }, () => ({
    at: new Date(Date.parse(day) + chance.between(0, 86_399) * 1000),
    platform: pickPlatform(chance.between(1, 100)),
    page: chance.pick(visitedPages),
    country: chance.pick(countries),
  }))
}

function pickPlatform(percentile: number): Platform {
  let remaining = percentile
  for (const [platform, share] of platformShares) {
    remaining -= share
    if (remaining <= 0) return platform
  }
  return 'chatgpt'
}
