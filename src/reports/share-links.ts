/**
 * A share link lets anyone who has it read one published report, and nothing else. It can expire, have a password and be
 * revoked. A link that is unknown, expired or revoked is not found, whichever it is.
 */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Language } from '../../vocabulary/languages.ts'
import { hashPassword, isPassword } from '../accounts/passwords.ts'
import { type AppContext, type Context, transaction } from '../core/context.ts'
import { AppError, conflict, invalid, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Line, Timestamp } from '../core/fields.ts'
import { newId, newToken, sha256, Uuid } from '../core/ids.ts'
import type { ShareLinks } from '../db/schema.generated.ts'
import { enforceRateLimit, ipRateLimitKey } from '../http/rate-limiter.ts'
import type { Http, ResourceLoader } from '../http/route.ts'
import { rateLimiterFor } from '../http/shared-rate-limits.ts'
import { message } from '../languages/message.ts'
import { requireRoom } from '../plans/plans.ts'
import { ReportLanguage } from './report-title.ts'
import { getSharedReport, type ReportRow } from './reports.ts'

export type ShareLinkRow = Selectable<ShareLinks>

const maxLinks = 100

export const NewShareLink = z.strictObject({
  name: Line(100).describe('Who the link is for.'),
  expires_at: z.iso.datetime().nullable().default(null).describe('Null means that the link does not expire.'),
  password: z
    .string()
    .min(8)
    .max(200)
    .nullable()
    .default(null)
    .describe('Null means that the link needs no password.'),
})

export const ShareLink = z
  .object({
    id: z.uuid(),
    name: z.string(),
    has_password: z.boolean(),
    views: z.number().int().describe('How often the report was opened through the link.'),
    last_viewed_at: Timestamp.nullable(),
    created_at: Timestamp,
    expires_at: Timestamp.nullable(),
    revoked_at: Timestamp.nullable(),
  })
  .meta({ id: 'ShareLink' })

export const listShareLinks = (ctx: Context, report: ReportRow): Promise<ShareLinkRow[]> =>
  ctx.db
    .selectFrom('share_links')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('report_id', '=', report.id)
    .orderBy('id', 'desc')
    .execute()

/** Finds the link in the report that an earlier loader loaded. */
export const shareLinkInPath: ResourceLoader<ShareLinkRow> = {
  in: 'params',
  name: 'link',
  schema: Uuid,
  load: async (ctx, id, { report }: { report?: ReportRow }) => {
    if (!report) throw new Error('Finding a link requires a report loader before it')
    const link = (await listShareLinks(ctx, report)).find((each) => each.id === id)
    if (!link) throw notFound(message('reports.shareLinks.noSuchLink'))
    return link
  },
}

/** Creates a link. `token` is not stored and cannot be read again. Throws `conflict` for a draft. */
export async function createShareLink(
  ctx: Context,
  report: ReportRow,
  { name, expires_at, password }: z.output<typeof NewShareLink>,
): Promise<{ link: ShareLinkRow; token: string }> {
  if (report.published_at === null) throw conflict(message('reports.shareLinks.publishTheReportFirstADraft'))
  if (expires_at !== null && new Date(expires_at) <= ctx.now())
    throw invalid('expires_at', message('common.texts.mustBeInTheFuture'))
  const id = newId(ctx.now().getTime())
  const passwordHash = password === null ? null : await hashPassword(ctx, { account: id, password })
  return transaction(ctx, async (tx) => {
    await requireRoom(tx, {
      max: maxLinks,
      count: async () => (await listShareLinks(tx, report)).length,
      full: message('reports.shareLinks.theReportAlreadyHasMaxLinksLinks', { maxLinks }),
    })
    const token = newToken()
    const link = await tx.db
      .insertInto('share_links')
      .values({
        organization_id: tx.organizationId,
        id,
        report_id: report.id,
        brand_id: report.brand_id,
        name,
        token_hash: sha256(token),
        password_hash: passwordHash,
        created_at: tx.now(),
        expires_at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, 'share_link.created', {
      data: {
        link_id: id,
        name,
        report_id: report.id,
        title: report.title,
        expires_at,
        is_protected: password !== null,
      },
    })
    return { link, token }
  })
}

/** Revokes a link. Revoking it again changes nothing and records no event. */
export function revokeShareLink(ctx: Context, link: ShareLinkRow): Promise<void> {
  return transaction(ctx, async (tx) => {
    const revoked = await tx.db
      .updateTable('share_links')
      .set({ revoked_at: tx.now() })
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', link.id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!revoked) return
    await recordEvent(tx, 'share_link.revoked', {
      data: { link_id: link.id, name: link.name, report_id: link.report_id },
    })
  })
}

const tokenFormat = /^[\w-]{43}$/
/** A password costs 32 MB and a quarter of a second, and must not be guessed. */
const requestsPerPassword = 10
/** A PDF costs seconds of one processor. */
export const visitsPerPdf = 10

type Visitor = Pick<Http, 'ip' | 'setHeader'>

/** Counts a request, or several, against the visitor's IP address. Throws `rate_limited`. */
export function enforceVisitLimit(ctx: AppContext, { ip, setHeader }: Visitor, requests = 1): void {
  const limiter = rateLimiterFor(ctx, 'RATE_LIMIT_SHARED')
  enforceRateLimit(limiter.take(`ip ${ipRateLimitKey(ip)}`, requests), setHeader)
}

/** Returns a link that can be opened now. Throws `not_found` for every other token. */
export async function findOpenLink(ctx: AppContext, token: string): Promise<ShareLinkRow> {
  const link = await findLink(ctx, token)
  if (!link) throw notFound(message('reports.general.noSuchSharedReport'))
  return link
}

/** Returns the language of the page of a link; null for a link that cannot be opened. */
export async function findSharedLanguage(ctx: AppContext, token: string): Promise<Language | null> {
  const link = await findLink(ctx, token)
  return link ? ReportLanguage.parse((await getSharedReport(ctx, link)).language) : null
}

async function findLink(ctx: AppContext, token: string): Promise<ShareLinkRow | undefined> {
  if (!tokenFormat.test(token)) return undefined
  return ctx.db
    .selectFrom('share_links')
    .selectAll()
    .where('token_hash', '=', sha256(token))
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', ctx.now())]))
    .executeTakeFirst()
}

/**
 * Throws `unauthorized` for a wrong password, and `rate_limited` after a few guesses from one IP address. Nothing is counted
 * against the link, so that no number of addresses can lock out its other visitors; the turns of hashing (`passwords.ts`) limit
 * the guesses of all addresses together.
 */
export async function requirePassword(
  ctx: AppContext,
  link: ShareLinkRow,
  password: string,
  visitor: Visitor,
): Promise<void> {
  enforceVisitLimit(ctx, visitor, requestsPerPassword)
  if (link.password_hash === null) return
  const guess = { account: link.id, password }
  if (!(await isPassword(ctx, guess, link.password_hash)))
    throw new AppError('unauthorized', message('reports.shareLinks.thePasswordIsWrong'))
}

/** Counts a view of the report. */
export async function recordView(ctx: AppContext, link: ShareLinkRow): Promise<void> {
  await ctx.db
    .updateTable('share_links')
    .set((eb) => ({ views: eb('views', '+', 1), last_viewed_at: ctx.now() }))
    .where('organization_id', '=', link.organization_id)
    .where('id', '=', link.id)
    .execute()
}

export const showShareLink = (link: ShareLinkRow): z.input<typeof ShareLink> => ({
  id: link.id,
  name: link.name,
  has_password: link.password_hash !== null,
  views: link.views,
  last_viewed_at: link.last_viewed_at?.toISOString() ?? null,
  created_at: link.created_at.toISOString(),
  expires_at: link.expires_at?.toISOString() ?? null,
  revoked_at: link.revoked_at?.toISOString() ?? null,
})
