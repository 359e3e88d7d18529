/** DataForSEO's two endpoints for search volumes, with figures that depend on seed, keyword and location. */
import { random } from './seeded-random.ts'
import { envelope } from './wire/dataforseo.ts'
import { isJson } from './wire/request.ts'
import type { Reply } from './wire/wire.ts'

/** The path prefix within the simulator. */
const PREFIX = '/dataforseo'

const ADS = '/v3/keywords_data/google_ads/search_volume/live'
const AI = '/v3/ai_optimization/ai_keyword_data/keywords_search_volume/live'
const MONTHS = 12
const TASK = '00000000-0000-0000-0000-000000000000'

export const isKeywordPath = (path: string) => [ADS, AI].some((endpoint) => path === `${PREFIX}${endpoint}`)

/** `authorization` is the request header. The password "wrong" is rejected, "poor" has no credit. */
export function keywordReply(
  seed: number,
  path: string,
  authorization: string | undefined,
  body: unknown,
): Reply {
  const password = Buffer.from(authorization?.replace(/^Basic /, '') ?? '', 'base64')
    .toString()
    .split(':')[1]
  if (password === undefined || password === 'wrong')
    return envelope(40_100, 'You are not Authorized to Access this Resource.', null, 401)
  if (password === 'poor') return envelope(40_200, 'Payment Required.', null)
  const [task] = Array.isArray(body) ? body : []
  if (!isJson(task) || !Array.isArray(task.keywords)) return envelope(40_400, 'Not Found.', null)
  const location = `${task.location_code ?? 'world'} ${task.language_code ?? ''}`
  const keywords = task.keywords.map(String)
  const result =
    path === `${PREFIX}${ADS}`
      ? keywords.map((keyword) => adsItem(seed, keyword, location))
      : [{ items: keywords.map((keyword) => aiItem(seed, keyword, location)) }]
  return envelope(20_000, 'Ok.', { id: TASK, code: 20_000, message: 'Ok.', cost: 0.075, result })
}

/** Some keywords have no searches: their volume is null. */
function adsItem(seed: number, keyword: string, location: string) {
  const searches = drawVolume(seed, keyword, location)
  return { keyword, spell: null, search_partners: false, search_volume: searches, monthly_searches: null }
}

function aiItem(seed: number, keyword: string, location: string) {
  const searches = drawVolume(seed, keyword, location)
  const chance = random(seed, 'ai volume', keyword, location)
  const months = Array.from({ length: MONTHS }, (_, month) => ({
    year: 2026,
    month: month + 1,
    ai_search_volume: Math.round(((searches ?? 0) * chance.between(4, 15)) / 100),
  }))
  if (searches === null) return { keyword, ai_search_volume: null, ai_monthly_searches: null }
  return { keyword, ai_search_volume: months[0]?.ai_search_volume ?? null, ai_monthly_searches: months }
}

function drawVolume(seed: number, keyword: string, location: string): number | null {
  const chance = random(seed, 'volume', keyword, location)
  return chance.chance(0.2) ? null : chance.between(1, 2_000) * 10
}
