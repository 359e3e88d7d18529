/**
 * A fact is what is true about a brand: a price, a feature, its headquarters. A person approves facts; only approved ones are
 * compared with answers (compare-answers.ts). What an answer states about a fact is a claim, and its verdict is `right`, `wrong` or
 * `outdated`.
 */
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { type FactStatus, factKinds, factStatuses, valueTypes } from '../../vocabulary/facts.ts'
import { requestComparison } from '../answers/request-comparison.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { dayBefore } from '../core/days.ts'
import { conflict, invalid, notFound } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { CalendarDay, Line, normalizeName, Timestamp } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import type { Facts } from '../db/schema.generated.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { lockOrganization } from '../plans/plans.ts'

/** The comparison of an answer takes time for each fact. */
export const maxFacts = 200
const maxEarlier = 20

const Value = z.union([z.number(), z.boolean(), Line(200)])
export type Value = z.output<typeof Value>

const Earlier = z.strictObject({
  value: Value.describe('The value.'),
  valid_from: CalendarDay.nullable().default(null).describe('First day; null if unknown.'),
  valid_until: CalendarDay.describe('Last day.'),
})
const EarlierList = z.array(Earlier)
export type Earlier = z.output<typeof Earlier>

const fields = {
  kind: z.enum(factKinds).describe('Kind of fact.'),
  subject: Line(120).describe(
    'What the value belongs to, such as a plan, a product, a role or a feature. A kind and a subject have one approved fact.',
  ),
  statement: Line(300).describe('The fact as a sentence.'),
  value: Value.describe(
    'A number for prices, limits and founding years; true or false for plans, features and compatibility; otherwise text. A date is a day, a month or a year (`2026-03-01`, `2026-03`, `2026`).',
  ),
  unit: Line(40)
    .nullable()
    .describe('Unit or currency, with its period, such as `USD/user/month`; null without one.'),
  valid_from: CalendarDay.nullable().describe('First day of the value; null if unknown.'),
  earlier: EarlierList.max(maxEarlier).describe(
    'Earlier values, oldest first. An answer that states one is outdated.',
  ),
  source_url: z
    .url({ protocol: /^https?$/, error: localizedIssue(message('claims.facts.mustBeAURL')) })
    .max(2_000)
    .nullable()
    .describe('The page that proves it; null without one.'),
}

const Status = z.enum(factStatuses).describe('Only approved facts are compared with answers.')

export const NewFact = z.strictObject({
  ...fields,
  unit: fields.unit.default(null),
  valid_from: fields.valid_from.default(null),
  earlier: fields.earlier.default([]),
  source_url: fields.source_url.default(null),
  status: Status.exclude(['rejected']).default('approved'),
})
export type NewFact = z.output<typeof NewFact>

export const FactPatch = z.strictObject(fields).partial()

export const FactRecord = z
  .object({
    id: z.uuid().describe('Id of the fact.'),
    ...fields,
    subject: z.string().describe('What the value belongs to.'),
    statement: z.string().describe('The fact as a sentence.'),
    value: z.union([z.number(), z.boolean(), z.string()]).describe('The current value.'),
    unit: z.string().nullable().describe('Unit or currency; null without one.'),
    valid_from: z.iso.date().nullable().describe('First day of the value; null if unknown.'),
    earlier: z
      .array(
        z.object({
          value: z.union([z.number(), z.boolean(), z.string()]).describe('The value.'),
          valid_from: z.iso.date().nullable().describe('First day; null if unknown.'),
          valid_until: z.iso.date().describe('Last day.'),
        }),
      )
      .describe('Earlier values, oldest first.'),
    earlier_values: z
      .string()
      .describe(
        'The earlier values as text, as imports accept them: `10 (2024-01-01..2025-12-31); 12 (..)`.',
      ),
    source_url: z.string().nullable().describe('The page that proves it.'),
    status: Status,
    created_at: Timestamp.describe('When the fact was added.'),
    updated_at: Timestamp.describe('When the fact last changed.'),
  })
  .meta({ id: 'Fact' })

export type FactRow = Selectable<Facts>

export async function listFacts(
  { db }: Context,
  brandId: string,
  status?: FactStatus | undefined,
): Promise<FactRow[]> {
  return db
    .selectFrom('facts')
    .selectAll()
    .where('brand_id', '=', brandId)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .orderBy('kind')
    .orderBy('normalized_subject')
    .orderBy('id')
    .execute()
}

export async function getFact({ db }: Context, brandId: string, id: string): Promise<FactRow> {
  const fact = await db
    .selectFrom('facts')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!fact) throw noSuchFact()
  return fact
}

/** Throws `conflict` when an approved fact contradicts it, and when the brand has the maximum number. */
export function createFact(ctx: Context, brand: Brand, input: NewFact): Promise<FactRow> {
  return transaction(ctx, async (tx) => {
    const [fact] = await insertFacts(tx, brand, [input])
    if (!fact) throw new Error('One fact was inserted')
    await recordEvent(tx, 'fact.created', { brandId: brand.id, data: toEventData(fact) })
    return fact
  })
}

/** Inserts facts in their order, within a transaction. */
export async function insertFacts(tx: Context, brand: Brand, inputs: readonly NewFact[]): Promise<FactRow[]> {
  await lockOrganization(tx)
  const present = await listFacts(tx, brand.id)
  const most = maxFacts - present.filter(({ status }) => status !== 'rejected').length
  if (inputs.length > most) throw conflict(message('claims.facts.aBrandCanHaveAtMost', { max: maxFacts }))
  for (const input of inputs) {
    checkValues(input)
    if (input.status === 'approved') requireNoContradiction(present, null, input)
  }
  const version = inputs.some(({ status }) => status === 'approved')
    ? await requestNewComparison(tx, brand.id)
    : null
  const inserted: FactRow[] = []
  for (const { status, ...input } of inputs) {
    const { earlier, value } = checkValues(input)
    if (status === 'approved') requireNoContradiction(inserted, null, input)
    inserted.push(
      await tx.db
        .insertInto('facts')
        .values({
          ...input,
          brand_id: brand.id,
          id: newId(tx.now().getTime()),
          normalized_subject: normalizeName(input.subject),
          value: JSON.stringify(value),
          earlier: JSON.stringify(earlier),
          status,
          approved_version: status === 'approved' ? version : null,
          created_at: tx.now(),
          updated_at: tx.now(),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
  }
  return inserted
}

/**
 * A new value with a later first day keeps the former value as an earlier one. Without a later day, the new value corrects the
 * former one. Throws `conflict` when another approved fact contradicts the change.
 */
export function changeFact(
  ctx: Context,
  brand: Brand,
  id: string,
  change: z.output<typeof FactPatch>,
): Promise<FactRow> {
  return transaction(ctx, async (tx) => {
    await lockOrganization(tx)
    const row = await getFact(tx, brand.id, id)
    const before = toFact(row)
    const after = applyChange(before, withFormerValue(before, change))
    const { value, earlier } = checkValues(after)
    if (row.status === 'approved') requireNoContradiction(await listFacts(tx, brand.id), id, after)
    const isCompared =
      row.status === 'approved' && compared.some((name) => !isEqual(before[name], after[name]))
    if (isCompared) {
      await requestNewComparison(tx, brand.id)
      // What a person decided about the former value says nothing about the new one.
      await sql`update claims set is_corrected = false where brand_id = ${brand.id} and fact_id = ${id}`.execute(
        tx.db,
      )
    }
    const { kind, subject, statement, unit, valid_from, source_url } = after
    const changed = await tx.db
      .updateTable('facts')
      .set({
        kind,
        subject,
        normalized_subject: normalizeName(subject),
        statement,
        value: JSON.stringify(value),
        unit,
        valid_from,
        earlier: JSON.stringify(earlier),
        source_url,
        updated_at: tx.now(),
      })
      .where('brand_id', '=', brand.id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, 'fact.changed', { brandId: brand.id, data: toEventData(changed) })
    return changed
  })
}

/** The fields that a comparison depends on. */
const compared = ['kind', 'subject', 'statement', 'value', 'unit', 'earlier'] as const

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function withFormerValue(before: FactFields, change: z.output<typeof FactPatch>): z.output<typeof FactPatch> {
  const { value, valid_from, earlier } = change
  const isNewer = valid_from != null && (before.valid_from === null || valid_from > before.valid_from)
  if (value === undefined || value === before.value || earlier !== undefined || !isNewer) return change
  const former = { value: before.value, valid_from: before.valid_from, valid_until: dayBefore(valid_from) }
  return { ...change, earlier: [...before.earlier, former] }
}

/** A field that is absent keeps its value; null removes it. */
function applyChange(before: FactFields, change: z.output<typeof FactPatch>): FactFields {
  const { unit = before.unit, valid_from = before.valid_from, source_url = before.source_url } = change
  const { kind = before.kind, subject = before.subject, statement = before.statement } = change
  const { value = before.value, earlier = before.earlier } = change
  return { kind, subject, statement, value, unit, valid_from, earlier, source_url }
}

/** Sets the status of several facts; none if one cannot be changed. Returns how many changed. */
export function setFactStatus(
  ctx: Context,
  brand: Brand,
  { ids, status }: { ids: readonly string[]; status: 'approved' | 'rejected' },
): Promise<number> {
  return transaction(ctx, async (tx) => {
    await lockOrganization(tx)
    const facts = await listFacts(tx, brand.id)
    const chosen = [...new Set(ids)].map((id) => {
      const fact = facts.find((each) => each.id === id)
      if (!fact) throw noSuchFact()
      return fact
    })
    const changing = chosen.filter((fact) => fact.status !== status)
    if (changing.length === 0) return 0
    if (status === 'approved') {
      const kept = facts.filter((fact) => fact.status !== 'rejected' && !changing.includes(fact))
      if (kept.length + changing.length > maxFacts)
        throw conflict(message('claims.facts.aBrandCanHaveAtMost', { max: maxFacts }))
      const approved = kept.filter((fact) => fact.status === 'approved')
      for (const fact of changing) {
        requireNoContradiction(approved, fact.id, fact)
        approved.push({ ...fact, status })
      }
    }
    const version = await requestNewComparison(tx, brand.id)
    await tx.db
      .updateTable('facts')
      .set({ status, updated_at: tx.now(), ...(status === 'approved' && { approved_version: version }) })
      .where('brand_id', '=', brand.id)
      .where(
        'id',
        'in',
        changing.map(({ id }) => id),
      )
      .execute()
    await recordEvent(tx, 'facts.decided', { brandId: brand.id, data: { status, facts: changing.length } })
    return changing.length
  })
}

export function deleteFact(ctx: Context, brand: Brand, id: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const fact = await getFact(tx, brand.id, id)
    await tx.db.deleteFrom('facts').where('brand_id', '=', brand.id).where('id', '=', id).execute()
    await recordEvent(tx, 'fact.deleted', { brandId: brand.id, data: toEventData(fact) })
  })
}

/** Returns the version of the facts after the change. Answers that were compared with an older one are compared again. */
async function requestNewComparison(tx: Context, brandId: string): Promise<number> {
  const { facts_version } = await tx.db
    .updateTable('brands')
    .set((eb) => ({ facts_version: eb('facts_version', '+', 1) }))
    .where('organization_id', '=', tx.organizationId)
    .where('id', '=', brandId)
    .returning('facts_version')
    .executeTakeFirstOrThrow()
  await requestComparison(tx, brandId)
  return facts_version
}

type FactFields = Omit<z.output<z.ZodObject<typeof fields>>, 'earlier'> & { earlier: Earlier[] }

/** Throws `invalid_request` for a value of another type, and for values whose days overlap. */
function checkValues({ kind, value, valid_from, earlier }: Omit<FactFields, 'subject' | 'statement'>): {
  value: Value
  earlier: Earlier[]
} {
  for (const each of [value, ...earlier.map((past) => past.value)]) {
    const type = typeof each
    if (!valueTypes[kind].some((allowed) => allowed === type))
      throw invalid('value', message('claims.facts.valueMustBe', { types: valueTypes[kind].join(', ') }))
    if (kind === 'date' && !/^\d{4}(-\d\d(-\d\d)?)?$/.test(String(each)))
      throw invalid('value', message('claims.facts.mustBeADate'))
  }
  const sorted = earlier.toSorted((a, b) => (a.valid_until < b.valid_until ? -1 : 1))
  const periods = [...sorted, { value, valid_from, valid_until: null }]
  for (const [index, period] of periods.entries()) {
    const { valid_until } = period
    if (period.valid_from !== null && valid_until !== null && period.valid_from > valid_until)
      throw invalid('earlier', message('claims.facts.endsBeforeItStarts', { value: String(period.value) }))
    const next = periods[index + 1]
    if (next && valid_until !== null && next.valid_from !== null && next.valid_from <= valid_until)
      throw invalid(
        'earlier',
        message('claims.facts.valuesOverlap', { first: String(period.value), second: String(next.value) }),
      )
  }
  return { value, earlier: sorted }
}

/** A kind and a subject have one value at a time, and every fact has a value today. */
function requireNoContradiction(
  facts: readonly FactRow[],
  id: string | null,
  { kind, subject }: Pick<FactFields, 'kind' | 'subject'> | Pick<FactRow, 'kind' | 'subject'>,
): void {
  const other = facts.find(
    (each) =>
      each.id !== id &&
      each.status === 'approved' &&
      each.kind === kind &&
      each.normalized_subject === normalizeName(subject),
  )
  if (other)
    throw conflict(message('claims.facts.contradicts', { subject, statement: other.statement }), {
      fact_id: other.id,
    })
}

const kindOf = z.enum(factKinds)
const statusOf = z.enum(factStatuses)

/** Returns the typed fields of a stored fact. */
export const toFact = (row: FactRow): FactFields & { id: string } => ({
  id: row.id,
  kind: kindOf.parse(row.kind),
  subject: row.subject,
  statement: row.statement,
  value: Value.parse(row.value),
  unit: row.unit,
  valid_from: row.valid_from,
  earlier: EarlierList.parse(row.earlier),
  source_url: row.source_url,
})

export function showFact(row: FactRow): z.input<typeof FactRecord> {
  const fact = toFact(row)
  return {
    ...fact,
    earlier_values: fact.earlier
      .map(({ value, valid_from, valid_until }) => `${value} (${valid_from ?? ''}..${valid_until})`)
      .join('; '),
    status: statusOf.parse(row.status),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

const toEventData = ({ id, statement, status }: FactRow) => ({ fact_id: id, statement, status })

export const noSuchFact = () => notFound(message('claims.facts.noSuchFact'))
