/** The daily deletion of data that is older than its retention period, in batches. */
import { type RawBuilder, sql } from 'kysely'
import { type AppContext, type Context, systemContext, transaction } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'
import { runInTurns } from '../core/in-turns.ts'
import { refresh } from '../metrics/rollups.ts'
import { cutoffs, type RetentionPeriods } from './retention.ts'

const batchSize = 1_000

/** Deletes what is due for every organization, in turns. An interrupted deletion continues the next day. */
export async function applyRetention(base: AppContext, stopping: AbortSignal): Promise<void> {
  const organizations = await base.db
    .selectFrom('organizations')
    .select(['id as organization_id', 'raw_payload_days', 'answer_text_days', 'visit_days', 'audit_log_days'])
    .where((eb) =>
      eb.or([
        eb('raw_payload_days', 'is not', null),
        eb('answer_text_days', 'is not', null),
        eb('visit_days', 'is not', null),
        eb('audit_log_days', 'is not', null),
      ]),
    )
    .orderBy('id')
    .execute()
  await runInTurns(base, organizations, {
    stopping,
    failure: 'data of an organization was not deleted',
    work: ({ organization_id, ...periods }) => deleteDue(systemContext(base, organization_id), periods),
  })
}

async function deleteDue(ctx: Context, periods: RetentionPeriods): Promise<void> {
  const { raw, text, visits, audit } = cutoffs(ctx, periods)
  const deleted = { raw_payloads: 0, answer_texts: 0, visits: 0, audit_log_entries: 0 }
  try {
    if (audit !== null) deleted.audit_log_entries += await deleteEvents(ctx, audit)
    await runInTurns(ctx, await listOwnBrands(ctx), {
      failure: 'data of a brand was not deleted',
      work: async ({ id }) => {
        if (text !== null) deleted.answer_texts += await deleteTexts(ctx, id, text)
        if (raw !== null) deleted.raw_payloads += await deleteRawPayloads(ctx, id, raw)
        if (visits !== null) deleted.visits += await deleteVisits(ctx, id, visits)
      },
    })
  } finally {
    // Also records what was deleted before an error.
    if (Object.values(deleted).some((count) => count > 0))
      await recordEvent(ctx, 'retention.applied', { data: deleted })
  }
}

const listOwnBrands = ({ db, organizationId }: Context) =>
  db
    .selectFrom('brands')
    .select(['id', 'organization_id'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()

const deleteTexts = (ctx: Context, brandId: string, before: string) =>
  inBatches(
    (after) => sql`
      with due as (
        select a.id from answers a join answer_texts x on x.brand_id = a.brand_id and x.answer_id = a.id
        where a.brand_id = ${brandId} and a.day < ${before}::date and ${after === null ? sql`true` : sql`a.id > ${after}::uuid`}
        order by a.id limit ${batchSize}
      )
      delete from answer_texts x using due where x.brand_id = ${brandId} and x.answer_id = due.id
      returning x.answer_id as id`,
    ctx,
  )

const deleteRawPayloads = (ctx: Context, brandId: string, before: string) =>
  inBatches(
    (after) => sql`
      with due as (
        select a.id from answers a join answer_texts x on x.brand_id = a.brand_id and x.answer_id = a.id
        where a.brand_id = ${brandId} and a.day < ${before}::date and x.raw is not null
          and ${after === null ? sql`true` : sql`a.id > ${after}::uuid`}
        order by a.id limit ${batchSize}
      )
      update answer_texts x set raw = null from due where x.brand_id = ${brandId} and x.answer_id = due.id
      returning x.answer_id as id`,
    ctx,
  )

/** Adds the visits to the rollups first, and stores from which day on single visits are complete. */
async function deleteVisits(ctx: Context, brandId: string, before: string): Promise<number> {
  await refresh(ctx, brandId)
  await transaction(ctx, (tx) =>
    tx.db
      .updateTable('organizations')
      .set((eb) => ({
        visits_deleted_before: eb.fn<string>('greatest', [
          'visits_deleted_before',
          sql<string>`${before}::date`,
        ]),
      }))
      .where('id', '=', tx.organizationId)
      .execute(),
  )
  return inBatches(
    (after) => sql`
      with due as (
        select id from visits
        where brand_id = ${brandId} and day < ${before}::date and in_rollups
          and ${after === null ? sql`true` : sql`id > ${after}::uuid`}
        order by id limit ${batchSize}
      )
      delete from visits using due where visits.brand_id = ${brandId} and visits.id = due.id
      returning visits.id`,
    ctx,
  )
}

const deleteEvents = (ctx: Context, before: string) =>
  inBatches(
    (after) => sql`
      with due as (
        select id from audit_log
        where organization_id = ${ctx.organizationId} and created_at < ${before}::date
          and ${after === null ? sql`true` : sql`id > ${after}::uuid`}
        order by id limit ${batchSize}
      )
      delete from audit_log using due where audit_log.organization_id = ${ctx.organizationId} and audit_log.id = due.id
      returning audit_log.id`,
    ctx,
  )

/**
 * Runs a statement until it finds no further rows, and returns the number of rows. Each batch starts after the last id, so
 * the rows of earlier batches are not read again.
 */
async function inBatches(
  statement: (after: string | null) => RawBuilder<unknown>,
  { db }: Context,
): Promise<number> {
  let total = 0
  for (let after: string | null = null; ; ) {
    const { rows } = await sql<{ id: string }>`${statement(after)}`.execute(db)
    total += rows.length
    if (rows.length < batchSize) return total
    after =
      rows
        .map(({ id }) => id)
        .sort()
        .at(-1) ?? null
  }
}
