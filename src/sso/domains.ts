/**
 * The domains of an organization whose addresses sign in with its provider. A TXT record shows that the organization controls
 * a domain, and a timer checks that it stays there. A domain has one organization.
 */
import { Resolver } from 'node:dns/promises'
import type { Selectable } from 'kysely'
import { getDomain as getRegistrableDomain } from 'tldts'
import { z } from 'zod'
import {
  type AppContext,
  type Context,
  type OrganizationContext,
  type Resource,
  systemContext,
  transaction,
} from '../core/context.ts'
import { conflict, invalid, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Timestamp } from '../core/fields.ts'
import { newId, newToken } from '../core/ids.ts'
import { runInTurns } from '../core/in-turns.ts'
import type { SsoDomains } from '../db/schema.generated.ts'
import { onUniqueViolation } from '../db/violations.ts'
import { message } from '../languages/message.ts'
import { requireRoom } from '../plans/plans.ts'
import { notifyOwnersOfDomain } from './domain-emails.ts'
import publicMailDomains from './public-mail-domains.json' with { type: 'json' }

export const Domain = z
  .object({
    id: z.uuid(),
    domain: z.string(),
    txt_record: z.string().describe('Value of the TXT record to add to the domain.'),
    verified_at: Timestamp.nullable().describe(
      'When the record was found first; null: not found yet, or missing for more than seven days.',
    ),
    checked_at: Timestamp.nullable(),
    missing_since: Timestamp.nullable().describe(
      'Since when the record of a verified domain is missing. After seven days, the domain is no longer verified.',
    ),
  })
  .meta({ id: 'SsoDomain' })

export const DomainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)

/** Asks the name servers of the machine. */
export const dnsResolver: Resource<Resolver> = {
  name: 'DNS resolver',
  open: () => new Resolver({ timeout: 5_000, tries: 2 }),
  close: (resolver) => resolver.cancel(),
}

const maxDomains = 50
const dayMs = 24 * 3_600_000
const recheckAfterMs = 30 * dayMs
/** A record that a change of the zone removed by mistake must not lock people out at once. */
const graceDays = 7

export async function listDomains(ctx: OrganizationContext): Promise<z.input<typeof Domain>[]> {
  const rows = await ctx.db
    .selectFrom('sso_domains')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .orderBy('domain')
    .execute()
  return rows.map(showDomain)
}

export async function getDomainById(ctx: OrganizationContext, id: string): Promise<z.input<typeof Domain>> {
  const domain = (await listDomains(ctx)).find((each) => each.id === id)
  if (!domain) throw notFound(message('sso.domains.noSuchDomain'))
  return domain
}

/** Returns the organization that has verified the domain. */
export async function findOrganizationOfDomain(ctx: AppContext, domain: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('sso_domains')
    .select('organization_id')
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.organization_id ?? null
}

/** Adds a domain, which has to be verified. Throws `invalid_request` for a public one, `conflict` for one of this organization. */
export function addDomain(ctx: Context, domain: string): Promise<z.input<typeof Domain>> {
  if (getRegistrableDomain(domain, { allowPrivateDomains: true }) === null || isPublicMailDomain(domain))
    throw invalid('domain', message('sso.domains.mustBeADomainOfYours'))
  return transaction(ctx, async (tx) => {
    const count = async () => (await listDomains(tx)).length
    await requireRoom(tx, {
      max: maxDomains,
      count,
      full: message('sso.domains.tooMany', { max: maxDomains }),
    })
    const inserted = await tx.db
      .insertInto('sso_domains')
      .values({
        organization_id: tx.organizationId,
        id: newId(tx.now().getTime()),
        domain,
        token: newToken(18),
      })
      .onConflict((conflicting) => conflicting.columns(['organization_id', 'domain']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!inserted) throw conflict(message('sso.domains.alreadyThere'))
    await recordEvent(tx, 'sso_domain.added', { data: { domain } })
    return showDomain(inserted)
  })
}

const isPublicMailDomain = (domain: string) =>
  publicMailDomains.domains.some((each) => domain === each || domain.endsWith(`.${each}`))

/** Looks for the TXT record now. Throws `conflict` without it, and when another organization has verified the domain. */
export async function verifyDomain(
  ctx: Context,
  { id, domain, txt_record, verified_at }: z.input<typeof Domain>,
): Promise<z.input<typeof Domain>> {
  const found = await lookUp(ctx, domain, txt_record)
  if (found === 'unknown') throw conflict(message('sso.domains.dnsFailed', { domain }))
  if (found === 'missing') throw conflict(message('sso.domains.recordNotFound', { domain }))
  const work = transaction(ctx, async (tx) => {
    await tx.db
      .updateTable('sso_domains')
      .set((eb) => ({
        verified_at: eb.fn.coalesce('verified_at', eb.val(tx.now())),
        checked_at: tx.now(),
        missing_since: null,
      }))
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', id)
      .execute()
    if (verified_at === null) await recordEvent(tx, 'sso_domain.verified', { data: { domain } })
    return getDomainById(tx, id)
  })
  return onUniqueViolation(work, conflict(message('sso.domains.takenByAnother', { domain })))
}

/** Addresses of the domain no longer sign in with the provider. Throws `conflict` for the last one of a required provider. */
export function deleteDomain(ctx: Context, { id, domain }: z.input<typeof Domain>): Promise<void> {
  return transaction(ctx, async (tx) => {
    const isRequired = await tx.db
      .selectFrom('sso_providers')
      .select('id')
      .where('organization_id', '=', tx.organizationId)
      .where('is_required', '=', true)
      .forUpdate()
      .executeTakeFirst()
    const others = (await listDomains(tx)).filter((each) => each.id !== id && each.verified_at !== null)
    if (isRequired && others.length === 0) throw conflict(message('sso.domains.lastOfARequiredProvider'))
    await tx.db
      .deleteFrom('sso_domains')
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', id)
      .execute()
    await recordEvent(tx, 'sso_domain.deleted', { data: { domain } })
  })
}

/** Checks the records of verified domains once a month, and missing ones daily. */
export async function checkDomains(app: AppContext): Promise<void> {
  const due = await app.db
    .selectFrom('sso_domains')
    .selectAll()
    .where('verified_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('missing_since', 'is not', null),
        eb('checked_at', '<=', new Date(app.now().getTime() - recheckAfterMs)),
      ]),
    )
    .orderBy('checked_at')
    .execute()
  await runInTurns(app, due, {
    work: (row) => checkDomain(systemContext(app, row.organization_id), row),
    failure: 'a domain could not be checked',
  })
}

async function checkDomain(ctx: Context, row: Selectable<SsoDomains>): Promise<void> {
  const found = await lookUp(ctx, row.domain, toRecord(row.token))
  if (found === 'unknown')
    return ctx.log.warn({ domain: row.domain }, 'the TXT record could not be looked up')
  const now = ctx.now()
  const missingSince = found === 'missing' ? (row.missing_since ?? now) : null
  const isLost = missingSince !== null && now.getTime() - missingSince.getTime() >= graceDays * dayMs
  const isNewlyMissing = missingSince === now
  await transaction(ctx, async (tx) => {
    await tx.db
      .updateTable('sso_domains')
      .set({ checked_at: now, missing_since: missingSince, ...(isLost && { verified_at: null }) })
      .where('organization_id', '=', row.organization_id)
      .where('id', '=', row.id)
      .execute()
    if (isLost) await recordEvent(tx, 'sso_domain.lost', { data: { domain: row.domain } })
    else if (isNewlyMissing) await recordEvent(tx, 'sso_domain.missing', { data: { domain: row.domain } })
  })
  if (isLost) await notifyOwnersOfDomain(ctx, 'lost', { domain: row.domain, days: graceDays })
  else if (isNewlyMissing) await notifyOwnersOfDomain(ctx, 'missing', { domain: row.domain, days: graceDays })
}

/** `unknown`: no name server answered, which says nothing about the record. */
async function lookUp(
  ctx: AppContext,
  domain: string,
  record: string,
): Promise<'found' | 'missing' | 'unknown'> {
  try {
    const records = await ctx.use(dnsResolver).resolveTxt(domain)
    return records.some((parts) => parts.join('').trim() === record) ? 'found' : 'missing'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENODATA' || code === 'ENOTFOUND') return 'missing'
    return 'unknown'
  }
}

const toRecord = (token: string) => `ansight-verification=${token}`

const showDomain = (row: Selectable<SsoDomains>): z.input<typeof Domain> => ({
  id: row.id,
  domain: row.domain,
  txt_record: toRecord(row.token),
  verified_at: row.verified_at?.toISOString() ?? null,
  checked_at: row.checked_at?.toISOString() ?? null,
  missing_since: row.missing_since?.toISOString() ?? null,
})
