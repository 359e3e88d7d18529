/**
 * A goal says what counts as a conversion: the view of a page, or an event that the site reports. The tracking script sends the
 * first page of the session with each page view and event, so a conversion is attributed to the AI platform and the landing page.
 */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { type Context, transaction } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Line, Timestamp } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { countRows, noSuchRow } from '../core/rows-of-brand.ts'
import type { Goals } from '../db/schema.generated.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { requireRoom } from '../plans/plans.ts'

export type GoalRow = Selectable<Goals>

export const goalKinds = ['page', 'event'] as const

const optional = { examples: [null] }

const fields = {
  name: Line(100).describe('What the goal is called in the dashboard.'),
  value: z
    .number()
    .min(0)
    .max(1_000_000_000)
    .nullable()
    .meta(optional)
    .describe('What one conversion is worth; null if unknown. Applies to past conversions too.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: localizedIssue(message('traffic.funnel.mustBeACurrency')) })
    .nullable()
    .meta(optional)
    .describe('Currency of the value (ISO 4217); null without a value.'),
}

export const NewGoal = z.strictObject({
  name: fields.name,
  kind: z.enum(goalKinds).describe('`page`: the view of a page. `event`: an event that the site reports.'),
  pattern: Line(300).describe(
    'Of a page, its path, in which `*` is any text, such as `/thanks*`. Of an event, its name.',
  ),
  value: fields.value.default(null),
  currency: fields.currency.default(null),
})
export const GoalChange = z.strictObject(fields).partial()

export const Goal = z
  .object({
    id: z.uuid(),
    name: z.string(),
    kind: NewGoal.shape.kind,
    pattern: z.string(),
    value: z.number().nullable(),
    currency: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Goal' })

const maxGoals = 20

export const listGoals = (ctx: Pick<Context, 'db'>, brandId: string): Promise<GoalRow[]> =>
  ctx.db.selectFrom('goals').selectAll().where('brand_id', '=', brandId).orderBy('id').execute()

/** Adds a goal. Conversions are counted from about a minute later. */
export function createGoal(
  ctx: Context,
  brandId: string,
  { name, kind, pattern, value, currency }: z.output<typeof NewGoal>,
): Promise<GoalRow> {
  if (kind === 'page' && !/^[/*]/.test(pattern))
    throw invalid('pattern', message('traffic.funnel.mustStartWithSlash'))
  requireBoth(value, currency)
  return transaction(ctx, async (tx) => {
    await requireRoom(tx, {
      max: maxGoals,
      count: () => countRows(tx, 'goals', brandId),
      full: message('traffic.funnel.tooManyGoals', { max: maxGoals }),
    })
    const now = tx.now()
    const goal = await tx.db
      .insertInto('goals')
      .values({
        brand_id: brandId,
        id: newId(now.getTime()),
        name,
        kind,
        pattern,
        value,
        currency,
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, 'goal.created', { brandId, data: { goal_id: goal.id, name } })
    return goal
  })
}

/** The kind and the pattern of a goal never change, because its conversions were counted with them. */
export function changeGoal(
  ctx: Context,
  { id, brand_id, ...goal }: GoalRow,
  { name = goal.name, value = goal.value, currency = goal.currency }: z.output<typeof GoalChange>,
): Promise<GoalRow> {
  requireBoth(value, currency)
  return transaction(ctx, async (tx) => {
    const changed = await tx.db
      .updateTable('goals')
      .set({ name, value, currency })
      .where('brand_id', '=', brand_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw noSuchRow('goals')
    await recordEvent(tx, 'goal.changed', { brandId: brand_id, data: { goal_id: id, name } })
    return changed
  })
}

/** Deletes the goal with its conversions. */
export function deleteGoal(ctx: Context, { id, brand_id, name }: GoalRow): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db.deleteFrom('goals').where('brand_id', '=', brand_id).where('id', '=', id).execute()
    await recordEvent(tx, 'goal.deleted', { brandId: brand_id, data: { goal_id: id, name } })
  })
}

function requireBoth(value: number | null, currency: string | null): void {
  if ((value === null) !== (currency === null))
    throw invalid('currency', message('traffic.funnel.valueNeedsCurrency'))
}

export const showGoal = (goal: GoalRow): z.input<typeof Goal> => ({
  ...goal,
  kind: NewGoal.shape.kind.parse(goal.kind),
  created_at: goal.created_at.toISOString(),
})

/** What a page view or an event can convert. */
export type GoalPattern = Pick<GoalRow, 'id' | 'kind' | 'pattern'>

/** `event`: the name of the event; undefined for the view of a page. */
export const isReached = (
  { kind, pattern }: GoalPattern,
  { path, event }: { path: string; event: string | undefined },
): boolean => (kind === 'event' ? event === pattern : event === undefined && matchesPath(pattern, path))

/** Takes linear time: each part between asterisks is searched for once, from the end of the part before. */
export function matchesPath(pattern: string, path: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return path === pattern
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return path.length - last.length >= at && path.endsWith(last)
}
