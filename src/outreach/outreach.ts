/**
 * Outreach is what a team does to get a brand mentioned on a site that answers cite: its owner and contact, the follow-up date and
 * the status. A source without outreach has the status `new`.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { listMembersOfBrand, requireAccessToBrand } from '../accounts/members.ts'
import { type Context, transaction } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { CalendarDay, Timestamp } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { message } from '../languages/message.ts'

export const OutreachStatus = z
  .enum(['new', 'contacted', 'listed', 'not_relevant'])
  .describe('`listed`: the site mentions the brand. `not_relevant`: the brand does not want to be there.')

export const Outreach = z
  .object({
    status: OutreachStatus,
    status_changed_at: Timestamp.nullable().describe('Null while the status is the first one.'),
    owner: z
      .object({
        user_id: z.uuid().describe('Id of the member.'),
        name: z.string().describe('Name of the member.'),
      })
      .nullable()
      .describe('Who writes to the site; null without an owner.'),
    contact: z.string().describe('The contact at the site: a name, an email address, or a URL.'),
    follow_up_on: z.iso.date().nullable().describe('The day of the next message; null for none.'),
    notes: z.string().describe('Plain text.'),
  })
  .meta({ id: 'Outreach' })

export const OutreachEdit = z.strictObject({
  domain: z.string().trim().toLowerCase().min(1).max(253).describe('Registrable domain that answers cite.'),
  status: OutreachStatus.optional(),
  owner_id: Uuid.nullable().optional().describe('A member of the organization; null for no owner.'),
  contact: z.string().trim().max(300).optional().describe('Plain text, at most 300 characters.'),
  follow_up_on: CalendarDay.nullable().optional().describe('The day of the next message; null for none.'),
  notes: z.string().trim().max(2_000).optional().describe('Plain text, at most 2,000 characters.'),
})

type OutreachRecord = z.input<typeof Outreach>

/** The outreach of a source that was never edited. */
export const noOutreach: OutreachRecord = {
  status: 'new',
  status_changed_at: null,
  owner: null,
  contact: '',
  follow_up_on: null,
  notes: '',
}

/** Returns the outreach of the brand by domain. Domains that were never edited are absent. */
export async function readOutreach(ctx: Context, brandId: string): Promise<Map<string, OutreachRecord>> {
  const rows = await ctx.db
    .selectFrom('source_outreach')
    .selectAll()
    .where('brand_id', '=', brandId)
    .execute()
  if (rows.length === 0) return new Map()
  const members = new Map((await listMembersOfBrand(ctx, brandId)).map((member) => [member.user_id, member]))
  return new Map(
    rows.map(({ domain, status, status_changed_at, owner_id, contact, follow_up_on, notes }) => [
      domain,
      {
        status: OutreachStatus.parse(status),
        status_changed_at: status_changed_at?.toISOString() ?? null,
        owner: (owner_id !== null && members.get(owner_id)) || null,
        contact,
        follow_up_on,
        notes,
      },
    ]),
  )
}

/**
 * Changes the given fields. Throws `not_found` for a domain that no answer cites and for a user who is not a member, and
 * `invalid_request` for a member without access to the brand.
 */
export function editOutreach(
  ctx: Context,
  brandId: string,
  { domain, ...edit }: z.output<typeof OutreachEdit>,
): Promise<OutreachRecord> {
  return transaction(ctx, async (tx) => {
    if (edit.owner_id) await requireAccessToBrand(tx, edit.owner_id, brandId)
    await requireCited(tx, brandId, domain)
    const now = tx.now()
    const isNewStatus = sql<boolean>`source_outreach.status <> excluded.status`
    await tx.db
      .insertInto('source_outreach')
      .values({
        brand_id: brandId,
        domain,
        ...edit,
        status_changed_at: edit.status === undefined || edit.status === 'new' ? null : now,
        updated_at: now,
      })
      .onConflict((conflict) =>
        conflict.columns(['brand_id', 'domain']).doUpdateSet({
          ...edit,
          ...(edit.status !== undefined && {
            status_changed_at: sql<Date>`case when ${isNewStatus} then ${now} else source_outreach.status_changed_at end`,
          }),
          updated_at: now,
        }),
      )
      .execute()
    const data = { domain, changed: Object.keys(edit).toSorted() }
    await recordEvent(tx, 'outreach.edited', { brandId, data })
    return (await readOutreach(tx, brandId)).get(domain) ?? noOutreach
  })
}

async function requireCited({ db }: Context, brandId: string, domain: string): Promise<void> {
  const cited = await db
    .selectFrom('domains')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('registrable', '=', domain)
    .limit(1)
    .executeTakeFirst()
  if (!cited) throw notFound(message('outreach.general.noAnswerCites', { domain }))
}
