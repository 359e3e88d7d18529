/**
 * What the script on a page tells: a visit that an AI platform sent is stored before it is answered; all others, programs,
 * repeats and pages that are not the brand's are dropped. The address is used for its country and for telling repeats, and forgotten.
 */

import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { BaseContext } from '../core/context.ts'
import { dayOf } from '../core/days.ts'
import { invalid, notFound } from '../core/errors.ts'
import { type GroupCommit, groupCommit } from '../db/group-commit.ts'
import { addressKey, enforce } from '../http/rate-limiter.ts'
import { limiterOf } from '../http/shared-rate-limits.ts'
import { isProgram } from './ai-agents.ts'
import { codes, type TrackedBrand } from './tracking-codes.ts'
import { countryOf } from './country.ts'
import { noteSighting } from './pixel-sightings.ts'
import { isAtOrBelow, platformOf } from './visit-sources.ts'
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
export async function takeBeacon(
  ctx: BaseContext,
  code: string,
  text: string,
  caller: Caller,
  setHeader: (name: string, value: string) => void,
): Promise<void> {
  const desk = deskOf(ctx)
  const taken = limiterOf(ctx, 'RATE_LIMIT_BEACON').take(addressKey(caller.ip))
  // Nobody reads on a page how many more it may send; who sends too many is told.
  if (!taken.ok) enforce(taken, setHeader)
  const brand = await desk.brandOf(code)
  if (brand === null) throw notFound('tracking code')
  const { page, r, s } = parseBeacon(text)
  if (asksNotToTrack(caller) || isProgram(caller.header('user-agent') ?? '')) return
  const host = page.hostname.replace(/\.$/, '')
  const isOwn = brand.domains.some((domain) => isAtOrBelow(host, domain))
  noteSighting(ctx, brand.id, host, isOwn)
  if (!isOwn) return
  const platform = platformOf({ referrer: r, utm: s ?? page.searchParams.get('utm_source') })
  if (platform === null) return
  const path = pathOf(page)
  await desk.commit.add({
    brandId: brand.id,
    at: ctx.now(),
    platform,
    page: path,
    country: await countryOf(caller.ip, edgeCountry(ctx, caller), ctx.config.COUNTRY_TABLE),
    mark: markOf(ctx, [brand.id, platform, path, caller.ip, caller.header('user-agent') ?? '']),
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

const edgeCountry = ({ config }: BaseContext, { header }: Caller): string | null =>
  config.COUNTRY_HEADER === null ? null : (header(config.COUNTRY_HEADER) ?? '')

/** Keyed with the install's secret and the day, so that it says nothing to anyone else, nor anything tomorrow. */
function markOf({ secretKey, now }: BaseContext, parts: string[]): Buffer {
  const day = dayOf(now())
  return createHmac('sha256', secretKey)
    .update(`visits ${day} ${parts.join('\n')}`)
    .digest()
    .subarray(0, 16)
}

type Desk = {
  commit: GroupCommit<Visit>
  brandOf(code: string): Promise<TrackedBrand | null>
}

/** They belong to one running service, whose settings are their key here. */
const desks = new WeakMap<object, Desk>()

function deskOf(ctx: BaseContext): Desk {
  const known = desks.get(ctx.config)
  if (known) return known
  const desk = {
    commit: groupCommit<Visit>((visits) => insertVisits(ctx, visits), { mostAtOnce, mostUnderWay: 2 }),
    brandOf: codes(ctx),
  }
  desks.set(ctx.config, desk)
  return desk
}
