/**
 * What the script on a page tells: a visit that an AI platform sent is stored before it is answered; all others, programs,
 * repeats and pages that are not the brand's are dropped. The address is used for its country and for telling repeats, and forgotten.
 */

import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { invalid, notFound } from '../core/errors.ts'
import { type GroupCommit, groupCommit } from '../db/group-commit.ts'
import { enforceRateLimit, ipRateLimitKey } from '../http/rate-limiter.ts'
import { rateLimiterFor } from '../http/shared-rate-limits.ts'
import { isBot } from './ai-agents.ts'
import { lookUpCountry } from './country.ts'
import { recordPixelSighting } from './pixel-sightings.ts'
import { createTrackingCodeCache, type TrackedBrand } from './tracking-codes.ts'
import { detectPlatform, isAtOrBelow } from './visit-sources.ts'
import { insertVisits, type Visit } from './visits.ts'

export type Caller = { ip: string; header(name: string): string | undefined }

const Beacon = z.object({
  u: z.string().max(4_096),
  r: z.string().max(4_096).default(''),
  s: z.string().max(200).optional(),
  l: z.string().max(100).nullish(),
  w: z.number().nullish(),
})

const longestPage = 500
/** Enough to keep the disk busy, and small enough for one statement. */
const mostAtOnce = 500

/** Throws `rate_limited`, `not_found` for an unknown code, `invalid_request` for what is no beacon. */
export async function recordBeacon(
  ctx: AppContext,
  code: string,
  text: string,
  caller: Caller,
  setHeader: (name: string, value: string) => void,
): Promise<void> {
  const desk = deskOf(ctx)
  const taken = rateLimiterFor(ctx, 'RATE_LIMIT_BEACON').take(ipRateLimitKey(caller.ip))
  // Nobody reads on a page how many more it may send; who sends too many is told.
  if (!taken.ok) enforceRateLimit(taken, setHeader)
  const brand = await desk.brandOf(code)
  if (brand === null) throw notFound('tracking code')
  const { page, r, s } = parseBeacon(text)
  if (asksNotToTrack(caller) || isBot(caller.header('user-agent') ?? '')) return
  const host = page.hostname.replace(/\.$/, '')
  const isOwn = brand.domains.some((domain) => isAtOrBelow(host, domain))
  recordPixelSighting(ctx, brand.id, host, isOwn)
  if (!isOwn) return
  const platform = detectPlatform({ referrer: r, utm: s ?? page.searchParams.get('utm_source') })
  if (platform === null) return
  const path = pathOf(page)
  await desk.commit.add({
    brandId: brand.id,
    at: ctx.now(),
    platform,
    page: path,
    country: await lookUpCountry(caller.ip, edgeCountry(ctx, caller), ctx.config.COUNTRY_TABLE),
    fingerprint: fingerprintOf(ctx, [brand.id, platform, path, caller.ip, caller.header('user-agent') ?? '']),
  })
}

function parseBeacon(text: string): { page: URL; r: string; s: string | undefined } {
  const parsed = Beacon.safeParse(jsonOf(text))
  if (!parsed.success) throw invalid('body', 'must be a beacon of the script: { u, r, s?, l?, w? }')
  const { u, r, s } = parsed.data
  const page = /^https?:\/\//i.test(u) ? URL.parse(u) : null
  if (page === null) throw invalid('u', 'must be the address of a page')
  return { page, r, s }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const asksNotToTrack = ({ header }: Caller) => header('dnt') === '1' || header('sec-gpc') === '1'

/** Without query and without the slash at its end; PostgreSQL's text has no U+0000. */
function pathOf({ pathname }: URL): string {
  const path = pathname.replace(/\/+$/, '').replaceAll('%00', '').slice(0, longestPage)
  return path === '' ? '/' : path
}

const edgeCountry = ({ config }: AppContext, { header }: Caller): string | null =>
  config.COUNTRY_HEADER === null ? null : (header(config.COUNTRY_HEADER) ?? '')

/** Keyed with the install's secret and the day, so that it says nothing to anyone else, nor anything tomorrow. */
function fingerprintOf({ secretKey, now }: AppContext, parts: string[]): Buffer {
  const day = utcDay(now())
  return createHmac('sha256', secretKey)
    .update(`visits ${day} ${parts.join('\n')}`)
    .digest()
    .subarray(0, 16)
}

type BeaconWriter = {
  commit: GroupCommit<Visit>
  brandOf(code: string): Promise<TrackedBrand | null>
}

/** They belong to one running service, whose settings are their key here. */
const desks = new WeakMap<object, BeaconWriter>()

function deskOf(ctx: AppContext): BeaconWriter {
  const known = desks.get(ctx.config)
  if (known) return known
  const desk = {
    commit: groupCommit<Visit>((visits) => insertVisits(ctx, visits), { mostAtOnce, mostUnderWay: 2 }),
    brandOf: createTrackingCodeCache(ctx),
  }
  desks.set(ctx.config, desk)
  return desk
}
