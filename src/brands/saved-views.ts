/** A saved view is a named set of filters of the dashboard. It belongs to one user and one brand. */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { type Context, transaction } from '../core/context.ts'
import { conflict, notFound } from '../core/errors.ts'
import { Line, Timestamp } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import type { SavedViews } from '../db/schema.generated.ts'
import { onUniqueViolation } from '../db/violations.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { requireRoom } from '../plans/plans.ts'

export type SavedView = Selectable<SavedViews>

const search = z
  .string()
  .max(4_000)
  .regex(/^[\w.~%=&,+-]*$/, { error: localizedIssue(message('brands.savedViews.mustBeAQueryString')) })
  .describe('Filters as the query string of the dashboard, such as `days=7&platform=chatgpt`.')

export const NewSavedView = z.strictObject({ name: Line(100), search })
export const SavedViewChange = NewSavedView.partial().refine((change) => Object.keys(change).length > 0, {
  error: localizedIssue(message('brands.savedViews.mustContainNameOrSearch')),
})
export const SavedViewRecord = z
  .object({ id: z.uuid(), name: z.string(), search: z.string(), created_at: Timestamp })
  .meta({ id: 'SavedView' })

const maxViews = 100

/** Lists the caller's views of the brand by name. */
export const listSavedViews = (ctx: Context, brandId: string): Promise<SavedView[]> =>
  ctx.db
    .selectFrom('saved_views')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('user_id', '=', getUserId(ctx))
    .orderBy('name')
    .execute()

/** Throws `not_found` for a view of another user. */
export async function getSavedView(ctx: Context, brandId: string, id: string): Promise<SavedView> {
  const view = await ctx.db
    .selectFrom('saved_views')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('user_id', '=', getUserId(ctx))
    .executeTakeFirst()
  if (!view) throw notFound(message('brands.savedViews.noSuchSavedView'))
  return view
}

export function createSavedView(
  ctx: Context,
  brandId: string,
  input: z.output<typeof NewSavedView>,
): Promise<SavedView> {
  const creating = transaction(ctx, async (tx) => {
    await requireRoom(tx, {
      max: maxViews,
      count: async () => (await listSavedViews(tx, brandId)).length,
      full: message('brands.savedViews.youAlreadyHaveMaxViewsSavedViews', { maxViews }),
    })
    return tx.db
      .insertInto('saved_views')
      .values({
        ...input,
        brand_id: brandId,
        id: newId(tx.now().getTime()),
        user_id: getUserId(tx),
        created_at: tx.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return onUniqueViolation(creating, nameTaken())
}

export function changeSavedView(
  ctx: Context,
  view: SavedView,
  change: z.output<typeof SavedViewChange>,
): Promise<SavedView> {
  const changing = ctx.db
    .updateTable('saved_views')
    .set(change)
    .where('brand_id', '=', view.brand_id)
    .where('id', '=', view.id)
    .returningAll()
    .executeTakeFirst()
    .then((changed) => {
      if (!changed) throw notFound(message('brands.savedViews.noSuchSavedView'))
      return changed
    })
  return onUniqueViolation(changing, nameTaken())
}

export async function deleteSavedView(ctx: Context, view: SavedView): Promise<void> {
  await ctx.db
    .deleteFrom('saved_views')
    .where('brand_id', '=', view.brand_id)
    .where('id', '=', view.id)
    .execute()
}

export const showSavedView = (view: SavedView): z.input<typeof SavedViewRecord> => ({
  ...view,
  created_at: view.created_at.toISOString(),
})

/** The routes of views require a session, so the caller is a user. */
function getUserId({ actor }: Context): string {
  if (actor.kind !== 'user') throw new Error('Saved views belong to a user')
  return actor.userId
}

const nameTaken = () => conflict(message('brands.savedViews.youAlreadyHaveASavedView'))
