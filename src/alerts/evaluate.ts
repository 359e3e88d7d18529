/**
 * Evaluates the rules of a brand: derives the causes from its data, creates, extends and resolves alerts, and sends notifications
 * about new ones, all in one transaction. Evaluating again changes nothing.
 */
import { sql } from 'kysely'
import { type AlertKind, alertKinds } from '../../vocabulary/alerts.ts'
import { type Brand, getBrand } from '../brands/brands.ts'
import { type AppContext, type Context, systemContext, transaction } from '../core/context.ts'
import { daysAfter, utcDay } from '../core/days.ts'
import { newId } from '../core/ids.ts'
import { runInTurns } from '../core/in-turns.ts'
import { evaluateChanges, lastClosedDay } from '../metrics/changes.ts'
import { notify } from '../notifications/notify.ts'
import { ensureAlertState, saveEvaluation } from './alert-states.ts'
import { isForOrganization, toItems } from './alerts.ts'
import { type Cause, findOccurrenceGroups, getCause, isDaily, type Occurrence } from './causes.ts'
import { getNotification } from './notification.ts'
import { type Reconciliation, reconcile, type StoredAlert } from './reconcile.ts'
import { type AlertRule, matches } from './rule-filter.ts'
import { listRules } from './rules.ts'

/** Alerts concern the last five weeks: older ones expire, and a new brand with past answers gets none about older days. */
export const alertDays = 35

/** Only recent causes are sent, so that the first evaluation of past answers sends little. */
const maxDaysToNotify = 3

/** Two evaluations of one brand run one after another. */
export async function evaluateAlerts(ctx: Context, brandId: string): Promise<void> {
  await evaluateChanges(ctx, brandId)
  await transaction(ctx, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`alerts ${brandId}`}, 0))`.execute(tx.db)
    const brand = await getBrand(tx, brandId)
    const state = await ensureAlertState(tx, brandId)
    const rules = (await listRules(tx, brandId)).filter(({ is_enabled }) => is_enabled)
    const through = lastClosedDay(tx)
    const isEvaluated = state.evaluated_through !== null && state.evaluated_through >= through
    const kinds = alertKinds.filter(
      (kind) => rules.some((rule) => rule.kind === kind) && !(isDaily(kind) && isEvaluated),
    )
    const since = daysAfter(utcDay(tx.now()), -alertDays)
    const causes = await findCauses(tx, brandId, kinds, rules, since)
    const stored = await listStored(tx, brandId, kinds, since)
    await store(tx, brand, rules, reconcile(stored, causes, since))
    await saveEvaluation(tx, brandId, through)
  })
}

async function findCauses(
  tx: Context,
  brandId: string,
  kinds: readonly AlertKind[],
  rules: readonly AlertRule[],
  since: string,
): Promise<Cause[]> {
  const closed = kinds.filter(isDaily)
  const others = kinds.filter((kind) => !isDaily(kind))
  const isMatched = (occurrence: Occurrence) => rules.some((rule) => matches(rule, occurrence))
  const groups = [
    ...(await findOccurrenceGroups(tx, brandId, closed, { from: since, to: lastClosedDay(tx) }, isMatched)),
    ...(await findOccurrenceGroups(tx, brandId, others, { from: since, to: utcDay(tx.now()) }, isMatched)),
  ]
  return groups.map(getCause).toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

async function listStored(
  { db }: Context,
  brandId: string,
  kinds: readonly AlertKind[],
  since: string,
): Promise<StoredAlert[]> {
  if (kinds.length === 0) return []
  const rows = await db
    .selectFrom('alerts')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('kind', 'in', [...kinds])
    .where((eb) => eb.or([eb('last_day', '>=', since), eb('status', '<>', 'resolved')]))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, subjects: toItems(row).map(({ subject }) => subject) }))
}

async function store(
  tx: Context,
  brand: Brand,
  rules: readonly AlertRule[],
  { created, updated, resolved }: Reconciliation,
): Promise<void> {
  for (const { id, resolution } of resolved) await resolve(tx, brand.id, id, resolution)
  // A moved alert must have its new cause before another one is created.
  for (const each of updated) await update(tx, brand.id, each)
  for (const cause of created) await create(tx, brand, rules, cause)
}

async function create(tx: Context, brand: Brand, rules: readonly AlertRule[], cause: Cause): Promise<void> {
  const id = newId(tx.now().getTime())
  await tx.db
    .insertInto('alerts')
    .values({
      ...getColumns(cause),
      brand_id: brand.id,
      id,
      status: cause.isOngoing === false ? 'resolved' : 'open',
      resolution: cause.isOngoing === false ? 'recovered' : null,
      created_at: tx.now(),
      updated_at: tx.now(),
    })
    .execute()
  const sending = rules
    .filter((rule) => cause.occurrences.some((occurrence) => matches(rule, occurrence)))
    .filter(({ muted_until }) => muted_until === null || muted_until <= tx.now())
  const isRecent = cause.lastDay >= daysAfter(utcDay(tx.now()), -maxDaysToNotify)
  if (brand.is_demo || sending.length === 0 || !isRecent || cause.isOngoing === false) return
  const notificationId = await notify(tx, {
    brandId: brand.id,
    kind: 'alert',
    isForOrganization: isForOrganization(cause.kind),
    key: `alert ${brand.id} ${cause.cause}`,
    message: getNotification(brand, id, cause),
    ...getChannels(sending),
  })
  await tx.db
    .updateTable('alerts')
    .set({ notification_id: notificationId })
    .where('brand_id', '=', brand.id)
    .where('id', '=', id)
    .execute()
}

/** The channels of all rules together, unless one of them names none. */
function getChannels(rules: readonly AlertRule[]): { channelIds?: string[] } {
  const chosen = rules.map(({ channel_ids }) => channel_ids)
  return chosen.includes(null) ? {} : { channelIds: chosen.flatMap((ids) => ids ?? []) }
}

async function update(
  tx: Context,
  brandId: string,
  { id, cause, resolution, reopened }: Reconciliation['updated'][number],
): Promise<void> {
  const { day, ...columns } = getColumns(cause)
  await sql`
    update alerts set
      cause = ${columns.cause}, topic = ${columns.topic}, severity = ${columns.severity}, title = ${columns.title}::jsonb,
      day = least(day, ${day}::date), last_day = ${columns.last_day}::date, items = ${columns.items}::jsonb,
      status = case when ${resolution !== null} then 'resolved' when ${reopened} then 'open' else status end,
      resolution = case
        when ${resolution !== null} then coalesce(resolution, ${resolution}) when ${reopened} then null else resolution end,
      updated_at = ${tx.now()}
    where brand_id = ${brandId} and id = ${id} and (
      (cause, title, last_day, items, severity) is distinct from
        (${columns.cause}, ${columns.title}::jsonb, ${columns.last_day}::date, ${columns.items}::jsonb, ${columns.severity})
      or ${reopened} or (${resolution !== null} and status <> 'resolved')
    )`.execute(tx.db)
}

async function resolve(tx: Context, brandId: string, id: string, resolution: string): Promise<void> {
  await tx.db
    .updateTable('alerts')
    .set({ status: 'resolved', resolution, snoozed_until: null, updated_at: tx.now() })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute()
}

const getColumns = ({ cause, kind, topic, severity, title, day, lastDay, items }: Cause) => ({
  cause,
  kind,
  topic,
  severity,
  title: JSON.stringify(title),
  day,
  last_day: lastDay,
  items: JSON.stringify(items),
})

/** Evaluates a brand after one of its jobs has ended. Does nothing for a brand that was deleted. */
export async function evaluateAfterJob(app: AppContext, brandId: string): Promise<void> {
  const brand = await app.db
    .selectFrom('brands')
    .select('organization_id')
    .where('id', '=', brandId)
    .executeTakeFirst()
  if (brand) await evaluateAlerts(systemContext(app, brand.organization_id), brandId)
}

/**
 * Evaluates the brands that have not been evaluated on this day or since their last job, such as after a crash. A brand that
 * cannot be evaluated does not stop the others.
 */
export async function evaluateDueAlerts(app: AppContext, stopping: AbortSignal): Promise<void> {
  const brands = await app.db
    .selectFrom('brands')
    .select(['id', 'organization_id'])
    .where('status', '=', 'active')
    .where('is_demo', '=', false)
    .execute()
  const isDue = await readDue(app)
  const due = brands.filter(({ id }) => isDue(id))
  await runInTurns(app, due, {
    stopping,
    failure: 'alerts could not be evaluated',
    work: ({ id, organization_id }) => evaluateAlerts(systemContext(app, organization_id), id),
  })
}

/** Two statements, because a join with all brands would not work when the tables are distributed. */
async function readDue(app: AppContext): Promise<(brandId: string) => boolean> {
  const today = utcDay(app.now())
  const states = await sql<{ brand_id: string; evaluated_at: Date | null }>`
    select brand_id, evaluated_at from alert_states`.execute(app.db)
  const ended = await sql<{ brand_id: string; finished_at: Date }>`
    select brand_id, max(finished_at) as finished_at from jobs
    where finished_at >= ${daysAfter(today, -1)}::date group by brand_id`.execute(app.db)
  const evaluated = new Map(states.rows.map(({ brand_id, evaluated_at }) => [brand_id, evaluated_at]))
  const finished = new Map(ended.rows.map(({ brand_id, finished_at }) => [brand_id, finished_at]))
  return (brandId) => {
    const at = evaluated.get(brandId) ?? null
    const last = finished.get(brandId)
    return at === null || utcDay(at) < today || (last !== undefined && last > at)
  }
}
