/** Adds, changes, approves, rejects and deletes facts. Each change of an approved fact requests a new comparison of the answers. */
import { sql } from 'kysely'
import type { z } from 'zod'
import { valueTypes } from '../../vocabulary/facts.ts'
import { requestComparison, requestNewComparison } from '../answers/request-comparison.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { dayBefore } from '../core/days.ts'
import { conflict, invalid } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { normalizeName } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { noSuchRow } from '../core/rows-of-brand.ts'
import { message } from '../languages/message.ts'
import { lockOrganization } from '../plans/plans.ts'
import {
  type Earlier,
  type FactFields,
  type FactPatch,
  type FactRow,
  getFact,
  listFacts,
  type NewFact,
  type OwnPage,
  toFact,
  type Value,
} from './facts.ts'

/** The comparison of an answer takes time for each fact. */
export const maxFacts = 200

/** Throws `conflict` when an approved fact contradicts it, and when the brand has the maximum number. */
export function createFact(ctx: Context, brand: Brand, input: NewFact): Promise<FactRow> {
  return transaction(ctx, async (tx) => {
    const [fact] = await insertFacts(tx, brand, [input])
    if (!fact) throw new Error('One fact was inserted')
    await recordEvent(tx, 'fact.created', { brandId: brand.id, data: toEventData(fact) })
    return fact
  })
}

/** Inserts facts in their order, within a transaction. `own_pages`: the pages from which a fact is proposed. */
export async function insertFacts(
  tx: Context,
  brand: Brand,
  inputs: readonly (NewFact & { own_pages?: readonly OwnPage[] })[],
): Promise<FactRow[]> {
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
  for (const { status, own_pages = [], ...input } of inputs) {
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
          own_pages: JSON.stringify(own_pages),
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
      await sql`
        update claims set is_corrected = false where brand_id = ${brand.id} and fact_id = ${id}`.execute(
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
      if (!fact) throw noSuchRow('facts')
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
    const isCompared = status === 'approved' || changing.some((fact) => fact.status === 'approved')
    const version = isCompared ? await requestNewComparison(tx, brand.id) : null
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
    if (fact.status === 'approved') await requestComparison(tx, brand.id)
    await recordEvent(tx, 'fact.deleted', { brandId: brand.id, data: toEventData(fact) })
  })
}

/** Throws `invalid_request` for a value of another type, and for values whose days overlap. */
function checkValues({ kind, value, valid_from, earlier }: Omit<FactFields, 'subject' | 'statement'>): {
  value: Value
  earlier: Earlier[]
} {
  for (const each of [value, ...earlier.map((past) => past.value)]) {
    const type = typeof each
    if (!valueTypes[kind].some((allowed) => allowed === type))
      throw invalid('value', message('claims.facts.valueMustBe', { types: valueTypes[kind].join(' | ') }))
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

const toEventData = ({ id, statement, status }: FactRow) => ({ fact_id: id, statement, status })
