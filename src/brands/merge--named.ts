import { type AppContext, type Context, systemContext } from '../core/context.ts'
import { Uuid } from '../core/ids.ts'
import { type Brand, getBrand } from './brands.ts'

/** Whoever holds the command line may name any brand of the install. */
export async function findBrandForCommand(
  base: AppContext,
  idOrSlug: string,
): Promise<{ ctx: Context; brand: Brand }> {
  const [only, second] = await base.db
    .selectFrom('brands')
    .select(['id', 'organization_id'])
    .where(Uuid.safeParse(idOrSlug).success ? 'id' : 'slug', '=', idOrSlug)
    .limit(2)
    .execute()
  if (!only) throw new Error(`There is no brand "${idOrSlug}".`)
  if (second) throw new Error(`Several organizations have a brand "${idOrSlug}"; give the id.`)
  const ctx = systemContext(base, only.organization_id)
  return { ctx, brand: await getBrand(ctx, only.id) }
}
