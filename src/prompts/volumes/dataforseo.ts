/**
 * How often keywords are searched, as DataForSEO says it: Google Ads' figures, and its own estimate of what is asked of AI
 * engines. Formats: https://docs.dataforseo.com/v3/keywords_data/google_ads/search_volume/live/ and
 * https://docs.dataforseo.com/v3/ai_optimization/ai_keyword_data/keywords_search_volume/live/
 */
import { z } from 'zod'
import type { Config } from '../../core/config.ts'
import { languageCode, locationCode } from '../../engines/dataforseo-locations.ts'
import { JobFailed } from '../../jobs/job.ts'

/** Searches a month; null where DataForSEO knows none. `ai`: the lowest and highest of its last twelve months. */
export type KeywordVolume = { searches: number | null; ai: { low: number; high: number } | null }
/** Country and language as we write them. Without a country Google's figure is of the whole world, and there is no AI figure. */
export type Market = { region: string | null; language: string }

/** Of one request, for both endpoints. */
export const mostKeywords = 1_000
const timeoutMs = 60_000
const done = 20_000

export type Asking = {
  config: Config
  signal: AbortSignal
  /** Told what each request cost, also one that brought nothing. */
  onPaid(costMicros: number): Promise<void>
}

/** Each keyword's volume. Throws `JobFailed` in words that say what to do. */
export async function fetchKeywordVolumes(
  asking: Asking,
  keywords: readonly string[],
  market: Market,
): Promise<Map<string, KeywordVolume>> {
  const place = { language_code: languageCode(market.language), ...locationOf(market.region) }
  const body = [{ keywords, ...place }]
  const ads = await post(asking, '/v3/keywords_data/google_ads/search_volume/live', body, AdsItems)
  const ai =
    market.region === null
      ? []
      : await post(asking, '/v3/ai_optimization/ai_keyword_data/keywords_search_volume/live', body, AiItems)
  const searches = new Map(ads.map(({ keyword, search_volume }) => [keyword, search_volume]))
  const asked = new Map(ai.map(({ keyword, ai_monthly_searches }) => [keyword, rangeOf(ai_monthly_searches)]))
  return new Map(
    keywords.map((keyword) => [
      keyword,
      { searches: searches.get(keyword) ?? null, ai: asked.get(keyword) ?? null },
    ]),
  )
}

const AdsItems = z.array(z.object({ keyword: z.string(), search_volume: z.number().int().min(0).nullable() }))

const Months = z.array(z.object({ ai_search_volume: z.number().int().min(0).nullable() })).nullish()
/** The items lie one level deeper than those of Google Ads. */
const AiItems = z
  .array(
    z.object({ items: z.array(z.object({ keyword: z.string(), ai_monthly_searches: Months })).nullable() }),
  )
  .transform((results) => results.flatMap(({ items }) => items ?? []))

function rangeOf(months: z.output<typeof Months>): KeywordVolume['ai'] {
  const known = (months ?? []).slice(0, 12).flatMap(({ ai_search_volume }) => ai_search_volume ?? [])
  return known.length === 0 ? null : { low: Math.min(...known), high: Math.max(...known) }
}

const Envelope = z.object({
  status_code: z.number(),
  status_message: z.string().optional(),
  cost: z.number().min(0).default(0),
  tasks: z
    .array(z.object({ status_code: z.number(), status_message: z.string().optional(), result: z.unknown() }))
    .nullish(),
})

/** HTTP says 200 of nearly everything: the codes within count. */
async function post<T>(asking: Asking, path: string, body: unknown, items: z.ZodType<T[]>): Promise<T[]> {
  const { status, json } = await send(asking, path, body)
  if (status === 401 || status === 403) throw refused()
  if (status === 429) throw busy()
  const parsed = Envelope.safeParse(json)
  if (!parsed.success) throw unreadable(status)
  const { status_code, cost, tasks } = parsed.data
  if (cost > 0) await asking.onPaid(Math.round(cost * 1e6))
  const [task] = tasks ?? []
  const code = status_code === done ? (task?.status_code ?? status_code) : status_code
  if (code === 40_100) throw refused()
  if (code === 40_202) throw busy()
  if (code === 40_200 || code === 40_210)
    throw new JobFailed('The DataForSEO account has no money left; top it up and try again.')
  if (code !== done || task === undefined)
    throw new JobFailed(`DataForSEO refused the request with its code ${code}.`)
  const found = items.safeParse(task.result ?? [])
  if (!found.success) throw unreadable(status)
  return found.data
}

async function send({ config, signal }: Asking, path: string, body: unknown) {
  const login = Buffer.from(`${config.DATAFORSEO_LOGIN}:${config.DATAFORSEO_PASSWORD}`).toString('base64')
  try {
    const response = await fetch(`${config.DATAFORSEO_BASE_URL}${path}`, {
      method: 'POST',
      headers: { authorization: `Basic ${login}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const text = await response.text()
    return { status: response.status, json: parsed(text) }
  } catch (error) {
    if (signal.aborted) throw error
    throw new JobFailed('DataForSEO could not be reached; check DATAFORSEO_BASE_URL and the network.')
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const refused = () =>
  new JobFailed('DataForSEO refused the login; check DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD.')
const busy = () => new JobFailed('DataForSEO asks to slow down; try again in a minute.')
const unreadable = (status: number) =>
  new JobFailed(`DataForSEO answered with something that cannot be read (status ${status}); try again later.`)

function locationOf(region: string | null): { location_code?: number } {
  const code = region === null ? null : locationCode(region)
  return code === null ? {} : { location_code: code }
}
