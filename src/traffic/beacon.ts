/**
 * Receives the pixel's beacons. A visit from an AI platform is stored before the response is sent. Other visits, bots,
 * repeats, and pages or senders outside the brand's domains are dropped, as are visits beyond the quota of the brand. A page view
 * or event that reaches a goal is stored as a conversion if an AI platform sent the session. The IP address is used to find
 * the country and to detect repeats; it is not stored.
 */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { invalid, notFound } from '../core/errors.ts'
import { parseJson } from '../core/json.ts'
import { enforceRateLimit, ipRateLimitKey } from '../http/rate-limiter.ts'
import { rateLimiterFor } from '../http/shared-rate-limits.ts'
import { untranslated } from '../languages/message.ts'
import { isBot } from './ai-agents.ts'
import { insertConversion } from './conversions.ts'
import { isReached } from './goals.ts'
import type { TrackedBrand } from './tracking-codes.ts'
import { traffic } from './traffic.ts'
import { detectPlatform, isAtOrBelow } from './visit-sources.ts'

export type Caller = { ip: string; header(name: string): string | undefined }

/**
 * `u` page URL, `r` referrer, `s` utm_source, `l` browser language, `w` screen width, `f` URL and referrer of the first page of the
 * session, `g` name of an event.
 */
const Beacon = z.strictObject({
  u: z.string().max(4_096),
  r: z.string().max(4_096).default(''),
  s: z.string().max(200).optional(),
  l: z.string().max(100).nullish(),
  w: z.number().nullish(),
  f: z.tuple([z.string().max(4_096), z.string().max(4_096)]).nullish(),
  g: z.string().max(300).optional(),
})

const maxPageLength = 500

/** Checks a beacon before its body is read. Throws `rate_limited`, and `not_found` for an unknown code. */
export async function admitBeacon(
  ctx: AppContext,
  code: string,
  caller: Pick<Caller, 'ip'>,
  setHeader: (name: string, value: string) => void,
): Promise<TrackedBrand> {
  const taken = rateLimiterFor(ctx, 'RATE_LIMIT_BEACON').take(ipRateLimitKey(caller.ip))
  // Pages do not read the rate limit headers, so only a rejected beacon gets them.
  if (!taken.ok) enforceRateLimit(taken, setHeader)
  return findBrand(ctx, code)
}

async function findBrand(ctx: AppContext, code: string): Promise<TrackedBrand> {
  const brand = await ctx.use(traffic).findBrandByTrackingCode(code)
  if (brand === null) throw notFound(untranslated('No such tracking code.'))
  return brand
}

/** Throws `not_found` for an unknown code, `invalid_request` for a malformed beacon. */
export async function recordBeacon(
  ctx: AppContext,
  code: string,
  text: string,
  caller: Caller,
): Promise<void> {
  const brand = await findBrand(ctx, code)
  const view = parseBeacon(text)
  if (hasTrackingOptOut(caller) || isBot(caller.header('user-agent') ?? '')) return
  const host = getHost(view.page)
  const isOwn = isBrandHost(brand, host) && isSentBy(brand, caller.header('origin'))
  ctx.use(traffic).recordSighting({ brandId: brand.id, host, isOwn, hasGoals: view.first !== null })
  if (!isOwn) return
  if (view.event === undefined) await recordVisit(ctx, brand, view, caller)
  if (view.first !== null && isBrandHost(brand, getHost(view.first.page)))
    await recordConversions(ctx, brand, { ...view, first: view.first }, caller)
}

async function recordVisit(ctx: AppContext, brand: TrackedBrand, { page, r, s }: View, caller: Caller) {
  const { visits, findCountry, admitVisit } = ctx.use(traffic)
  const platform = detectPlatform({ referrer: r, utm: s ?? page.searchParams.get('utm_source') })
  if (platform === null) return
  const path = getPath(page)
  const at = ctx.now()
  const admitted = await admitVisit({ brandId: brand.id, at, page: path })
  if (admitted === null) return
  await visits.add({
    ...admitted,
    brandId: brand.id,
    at,
    platform,
    country: await findCountry(caller.ip, edgeCountry(ctx, caller)),
    visitorHash: computeVisitorHash(ctx, caller, [brand.id, platform, path]),
  })
}

/** A conversion belongs to the platform and the page of the first page view of its session. */
async function recordConversions(
  ctx: AppContext,
  brand: TrackedBrand,
  { page, event, first }: View & { first: FirstPage },
  caller: Caller,
) {
  const reached = brand.goals.filter((goal) => isReached(goal, { path: getPath(page), event }))
  if (reached.length === 0) return
  const utm = first.page.searchParams.get('utm_source')
  const platform = detectPlatform({ referrer: first.referrer, utm })
  if (platform === null) return
  const landing = getPath(first.page)
  const at = ctx.now()
  for (const { id: goalId } of reached) {
    const admitted = await ctx.use(traffic).admitVisit({ brandId: brand.id, at, page: landing })
    if (admitted === null) return
    const visitorHash = computeVisitorHash(ctx, caller, [brand.id, platform, landing, goalId])
    await insertConversion(ctx, { ...admitted, brandId: brand.id, goalId, at, platform, visitorHash })
  }
}

const getHost = ({ hostname }: URL) => hostname.replace(/\.$/, '')

const isBrandHost = ({ domains }: TrackedBrand, host: string): boolean =>
  domains.some((domain) => isAtOrBelow(host, domain))

/** Browsers send `Origin` with every beacon; it is `null` on pages whose referrer policy hides it. */
function isSentBy(brand: TrackedBrand, origin: string | undefined): boolean {
  if (origin === 'null') return true
  const sender = origin === undefined ? null : URL.parse(origin)
  return sender !== null && isBrandHost(brand, getHost(sender))
}

type FirstPage = { page: URL; referrer: string }
type View = {
  page: URL
  r: string
  s: string | undefined
  event: string | undefined
  first: FirstPage | null
}

function parseBeacon(text: string): View {
  const parsed = Beacon.safeParse(parseJson(text))
  if (!parsed.success)
    throw invalid(
      'body',
      untranslated('must be a beacon of the tracking script: { u, r, s?, l?, w?, f?, g? }'),
    )
  const { u, r, s, f, g } = parsed.data
  const page = parsePage(u)
  if (page === null) throw invalid('u', untranslated('must be the URL of a page'))
  const firstPage = parsePage(f?.[0] ?? '')
  return { page, r, s, event: g, first: f && firstPage ? { page: firstPage, referrer: f[1] } : null }
}

const parsePage = (url: string) => (/^https?:\/\//i.test(url) ? URL.parse(url) : null)

const hasTrackingOptOut = ({ header }: Caller) => header('dnt') === '1' || header('sec-gpc') === '1'

/** Returns the path without query and trailing slash. PostgreSQL text cannot contain U+0000. */
function getPath({ pathname }: URL): string {
  const path = pathname
    .replace(/(?<!\/)\/+$/, '')
    .replaceAll('%00', '')
    .slice(0, maxPageLength)
  return path === '' ? '/' : path
}

const edgeCountry = ({ config }: AppContext, { header }: Caller): string | null =>
  config.COUNTRY_HEADER === null ? null : (header(config.COUNTRY_HEADER) ?? '')

/** Keyed with the secret key and the day, so that hashes cannot be linked to a visitor or across days. */
function computeVisitorHash(
  { secretKey, now }: AppContext,
  { ip, header }: Caller,
  what: readonly string[],
): Buffer {
  const parts = [...what, ip, header('user-agent') ?? '']
  return createHmac('sha256', secretKey)
    .update(`visits ${utcDay(now())} ${parts.join('\n')}`)
    .digest()
    .subarray(0, 16)
}
