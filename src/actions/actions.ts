/**
 * An action is what a team did to change answers, such as a new page: with its day, cost, and the prompts that it should affect. Control
 * prompts are those that it should not affect; the experiment of an action compares both (experiment.ts). The chain of an action
 * (chain.ts) is what followed: requests of AI agents, citations, visits and conversions of its page.
 */
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { actionKinds, actionNumbers } from '../../vocabulary/actions.ts'
import { pageStates } from '../../vocabulary/page-states.ts'
import { AuditUrl } from '../audits/audits.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { conflict, invalid } from '../core/errors.ts'
import { actorColumns, recordEvent } from '../core/events.ts'
import { CalendarDay, Line, Timestamp } from '../core/fields.ts'
import { newId, Uuid } from '../core/ids.ts'
import { cursorId, type Page, toPage } from '../core/paging.ts'
import { countRows, noSuchRow, requireRows } from '../core/rows-of-brand.ts'
import type { Actions } from '../db/schema.generated.ts'
import { onUniqueViolation } from '../db/violations.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { Count } from '../metrics/fields.ts'
import { requireRoom } from '../plans/plans.ts'
import { checkPage } from './check-page.ts'

export type ActionRow = Selectable<Actions>

const maxPrompts = 200

const Prompts = z
  .array(Uuid)
  .max(maxPrompts)
  .transform((ids) => [...new Set(ids)])

const Kind = z.enum(actionKinds).describe('What was done.')
const ComparedNumber = z
  .enum(actionNumbers)
  .describe('Number that is compared: visibility score, mention rate or citation rate.')

const optional = { examples: [null] }

const fields = {
  kind: Kind,
  title: Line(200).describe('What was done, in one line.'),
  day: CalendarDay.describe('The day on which it was done (UTC). A day in the future plans an action.'),
  url: AuditUrl.nullable()
    .meta(optional)
    .describe('The page that was published, edited or won. The service requests it once to check it.'),
  cost: z
    .number()
    .min(0)
    .max(1_000_000_000)
    .nullable()
    .meta(optional)
    .describe('What it cost, besides hours; null if unknown.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: localizedIssue(message('traffic.funnel.mustBeACurrency')) })
    .nullable()
    .meta(optional)
    .describe('Currency of the cost (ISO 4217); null without a cost.'),
  hours: z.number().min(0).max(100_000).nullable().meta(optional).describe('Hours of work; null if unknown.'),
  note: z.string().trim().max(2_000).describe('Plain text, at most 2,000 characters.'),
  opportunity_id: Uuid.nullable().meta(optional).describe('The opportunity that it acts on.'),
  number: ComparedNumber,
  weeks: z.number().int().min(1).max(26).describe('Weeks after the day until the result is final.'),
  affected_prompt_ids: Prompts.describe(`Prompts whose answers it should change, at most ${maxPrompts}.`),
  control_prompt_ids: Prompts.describe(
    `Prompts that it should not affect, at most ${maxPrompts}. A prompt in both lists counts as affected only.`,
  ),
}

export const NewAction = z.strictObject({
  ...fields,
  url: fields.url.default(null),
  cost: fields.cost.default(null),
  currency: fields.currency.default(null),
  hours: fields.hours.default(null),
  note: fields.note.default(''),
  opportunity_id: fields.opportunity_id.default(null),
  number: fields.number.default('score'),
  weeks: fields.weeks.default(4),
  affected_prompt_ids: fields.affected_prompt_ids.default([]),
  control_prompt_ids: fields.control_prompt_ids.default([]),
  origin: z
    .string()
    .max(300)
    .nullable()
    .default(null)
    .meta(optional)
    .describe('The key of the proposal that is accepted; null without one.'),
})
export const ActionChange = z.strictObject(fields).partial()

const CheckedPage = z.object({
  state: z.enum(pageStates).describe('What came of the request. `read`: the page can be reached.'),
  title: untrustedText(z.string().nullable().describe('Title of the page; null if it was not read.')),
  checked_at: Timestamp,
})

export const ActionFields = {
  id: z.uuid().describe('Id of the action.'),
  brand_id: z.uuid().describe('Id of the brand.'),
  kind: Kind,
  title: z.string().describe('What was done.'),
  day: z.iso.date().describe('The day on which it was done (UTC).'),
  url: z.string().nullable().describe('The page; null without one.'),
  page: CheckedPage.nullable().describe('The page when it was last checked; null without a URL.'),
  cost: z.number().nullable(),
  currency: z.string().nullable(),
  hours: z.number().nullable(),
  note: z.string(),
  opportunity_id: z.uuid().nullable().describe('The opportunity that it acts on.'),
  number: ComparedNumber,
  weeks: z.number().int().describe('Weeks after the day until the result is final.'),
  affected_prompts: Count.describe('Number of affected prompts.'),
  control_prompts: Count.describe('Number of control prompts.'),
  created_by: z.string().nullable().describe('Name of the person; null if a program created it.'),
  created_at: Timestamp,
  updated_at: Timestamp,
}

const Fields = z.object(ActionFields)

/** Each action of a list is an experiment to compute. */
export const maxActions = 500

/** Lists actions, newest first. */
export async function listActions(ctx: Context, brandId: string, page: Page) {
  const before = cursorId(page)
  const rows = await ctx.db
    .selectFrom('actions')
    .selectAll()
    .where('brand_id', '=', brandId)
    .$if(before !== null, (query) =>
      query.where(
        sql<boolean>`(day, id) < (
          select last.day, last.id from actions last where last.brand_id = ${brandId} and last.id = ${before})`,
      ),
    )
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return toPage(rows, page)
}

/**
 * Throws `unsafe_url` for a page that is not public, `not_found` for a prompt or an opportunity of another brand, and `conflict` when
 * the proposal was accepted before or the brand has too many actions.
 */
export async function createAction(
  ctx: Context,
  brand: Brand,
  input: z.output<typeof NewAction>,
): Promise<ActionRow> {
  await requireReferences(ctx, brand, input)
  const page = await checkPage(ctx, input.url)
  const create = transaction(ctx, async (tx) => {
    await requireRoom(tx, {
      max: maxActions,
      count: () => countRows(tx, 'actions', brand.id),
      full: message('actions.general.aBrandCanHaveAtMost', { maxActions }),
    })
    const now = tx.now()
    const row = await tx.db
      .insertInto('actions')
      .values({
        ...input,
        ...page,
        brand_id: brand.id,
        id: newId(now.getTime()),
        designed_at: now,
        ...(await actorColumns(tx)),
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, 'action.created', { brandId: brand.id, data: describeRow(row) })
    return row
  })
  return onUniqueViolation(create, conflict(message('actions.general.thisProposalWasAccepted')))
}

/** Omitted fields keep their values. The page is checked again if the URL is given. */
export async function changeAction(
  ctx: Context,
  brand: Brand,
  action: ActionRow,
  change: z.output<typeof ActionChange>,
): Promise<ActionRow> {
  const { cost = action.cost, currency = action.currency, opportunity_id = action.opportunity_id } = change
  const { affected_prompt_ids = action.affected_prompt_ids, control_prompt_ids = action.control_prompt_ids } =
    change
  const references = { cost, currency, opportunity_id, affected_prompt_ids, control_prompt_ids }
  await requireReferences(ctx, brand, references)
  const page = change.url === undefined ? {} : await checkPage(ctx, change.url)
  return transaction(ctx, async (tx) => {
    const row = await tx.db
      .updateTable('actions')
      .set({
        ...change,
        ...page,
        ...(isOtherDesign(action, change) && { designed_at: tx.now() }),
        updated_at: tx.now(),
      })
      .where('brand_id', '=', action.brand_id)
      .where('id', '=', action.id)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw noSuchRow('actions')
    await recordEvent(tx, 'action.changed', { brandId: brand.id, data: describeRow(row) })
    return row
  })
}

/** What must be chosen before the result is known. */
const designFields = ['day', 'number', 'weeks', 'affected_prompt_ids', 'control_prompt_ids'] as const

const isOtherDesign = (action: ActionRow, change: z.output<typeof ActionChange>): boolean =>
  designFields.some((name) => change[name] !== undefined && String(change[name]) !== String(action[name]))

export function deleteAction(ctx: Context, action: ActionRow): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db
      .deleteFrom('actions')
      .where('brand_id', '=', action.brand_id)
      .where('id', '=', action.id)
      .execute()
    await recordEvent(tx, 'action.deleted', { brandId: action.brand_id, data: describeRow(action) })
  })
}

const describeRow = ({ id, day, title }: ActionRow) => ({ action_id: id, day, title })

type References = Pick<
  ActionRow,
  'affected_prompt_ids' | 'control_prompt_ids' | 'opportunity_id' | 'cost' | 'currency'
>

async function requireReferences(ctx: Context, brand: Brand, given: References): Promise<void> {
  if ((given.cost === null) !== (given.currency === null))
    throw invalid(given.cost === null ? 'cost' : 'currency', message('actions.general.costAndCurrency'))
  await requireRows(ctx, 'prompts', brand.id, [...given.affected_prompt_ids, ...given.control_prompt_ids])
  if (given.opportunity_id !== null) await requireRows(ctx, 'opportunities', brand.id, [given.opportunity_id])
}

export const showAction = (row: ActionRow): z.input<typeof Fields> =>
  Fields.parse({
    ...row,
    page: row.page_checked_at && {
      state: row.page_state,
      title: row.page_title,
      checked_at: row.page_checked_at.toISOString(),
    },
    affected_prompts: row.affected_prompt_ids.length,
    control_prompts: row.control_prompt_ids.length,
    created_by: row.actor_name,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  })
