/**
 * Fetches search volumes from DataForSEO: searches according to Google Ads, and DataForSEO's estimate of queries to AI engines.
 * Formats: https://docs.dataforseo.com/v3/keywords_data/google_ads/search_volume/live/ and
 * https://docs.dataforseo.com/v3/ai_optimization/ai_keyword_data/keywords_search_volume/live/
 */
import { z } from 'zod'
import type { Config } from '../../core/config.ts'
import { parseJson } from '../../core/json.ts'
import { languageCode, locationCode } from '../../engines/dataforseo-locations.ts'
import { namingSettings } from '../../jobs/customer-message.ts'
import { JobFailed } from '../../jobs/job.ts'
import { message } from '../../languages/message.ts'

/** `searches`: per month; null when DataForSEO has no figure. `ai`: the lowest and highest month of the last twelve. */
export type KeywordVolume = { searches: number | null; ai: { low: number; high: number } | null }
/** ISO 3166-1 country and BCP 47 language. Without a country the searches are worldwide and there is no AI estimate. */
export type VolumeMarket = { region: string | null; language: string }

/** DataForSEO's limit per request, for both endpoints. */
export const maxKeywords = 1_000
const timeoutMs = 60_000
/** DataForSEO's status code of a successful request or task. */
const ok = 20_000

export type VolumeRequest = {
  config: Config
  signal: AbortSignal
  /** Called with the cost of each request, successful or not. */
  onPaid(costMicros: number): Promise<void>
}

/** Returns the volume of each keyword. Throws `JobFailed` with a message that says what to do. */
export async function fetchKeywordVolumes(
  request: VolumeRequest,
  keywords: readonly string[],
  market: VolumeMarket,
): Promise<Map<string, KeywordVolume>> {
  const location = { language_code: languageCode(market.language), ...getLocation(market.region) }
  const body = [{ keywords, ...location }]
  const ads = await post(request, '/v3/keywords_data/google_ads/search_volume/live', body, AdsItems)
  const ai =
    market.region === null
      ? []
      : await post(request, '/v3/ai_optimization/ai_keyword_data/keywords_search_volume/live', body, AiItems)
  const searches = new Map(ads.map(({ keyword, search_volume }) => [keyword, search_volume]))
  const ranges = new Map(
    ai.map(({ keyword, ai_monthly_searches }) => [keyword, getRange(ai_monthly_searches)]),
  )
  return new Map(
    keywords.map((keyword) => [
      keyword,
      { searches: searches.get(keyword) ?? null, ai: ranges.get(keyword) ?? null },
    ]),
  )
}

const AdsItems = z.array(z.object({ keyword: z.string(), search_volume: z.number().int().min(0).nullable() }))

const Months = z.array(z.object({ ai_search_volume: z.number().int().min(0).nullable() })).nullish()
/** These items are nested one level deeper than the items of Google Ads. */
const AiItems = z
  .array(
    z.object({ items: z.array(z.object({ keyword: z.string(), ai_monthly_searches: Months })).nullable() }),
  )
  .transform((results) => results.flatMap(({ items }) => items ?? []))

function getRange(months: z.output<typeof Months>): KeywordVolume['ai'] {
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

/** Returns the items of the task. Almost every response has HTTP status 200, so the status codes in the body are checked. */
async function post<T>(
  request: VolumeRequest,
  path: string,
  body: unknown,
  items: z.ZodType<T[]>,
): Promise<T[]> {
  const { status, json } = await send(request, path, body)
  if (status === 401 || status === 403) throw rejectedLogin()
  if (status === 429) throw rateLimited()
  const parsed = Envelope.safeParse(json)
  if (!parsed.success) throw invalidResponse(status)
  const { status_code, cost, tasks } = parsed.data
  if (cost > 0) await request.onPaid(Math.round(cost * 1e6))
  const [task] = tasks ?? []
  const code = status_code === ok ? (task?.status_code ?? status_code) : status_code
  if (code === 40_100) throw rejectedLogin()
  if (code === 40_202) throw rateLimited()
  if (code === 40_200 || code === 40_210)
    throw new JobFailed(message('prompts.dataforseo.theDataForSEOAccountHasNoCredit'))
  if (code !== ok || task === undefined)
    throw new JobFailed(message('prompts.dataforseo.dataForSEORejectedTheRequestWithStatus', { code }))
  const found = items.safeParse(task.result ?? [])
  if (!found.success) throw invalidResponse(status)
  return found.data
}

async function send({ config, signal }: VolumeRequest, path: string, body: unknown) {
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
    return { status: response.status, json: parseJson(text) }
  } catch (error) {
    if (signal.aborted) throw error
    throw new JobFailed(
      namingSettings(
        message('prompts.dataforseo.dataForSEOCouldNotBeReachedCheck'),
        message('prompts.dataforseo.dataForSEOCouldNotBeReached'),
      ),
    )
  }
}

const rejectedLogin = () =>
  new JobFailed(
    namingSettings(
      message('prompts.dataforseo.dataForSEORejectedTheLoginCheck'),
      message('prompts.dataforseo.dataForSEORejectedTheLogin'),
    ),
  )
const rateLimited = () => new JobFailed(message('prompts.dataforseo.theRateLimitOfDataForSEOWas'))
const invalidResponse = (status: number) =>
  new JobFailed(message('prompts.dataforseo.dataForSEOReturnedAnInvalidResponse', { status }))

function getLocation(region: string | null): { location_code?: number } {
  const code = region === null ? null : locationCode(region)
  return code === null ? {} : { location_code: code }
}
