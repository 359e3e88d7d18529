/** The demo is an organization with all demo brands, whose owner can sign in. */
import { createOwner, setPassword } from '../accounts/accounts.ts'
import { changeOrganization } from '../accounts/organizations.ts'
import { evaluateAlerts } from '../alerts/evaluate.ts'
import { deleteBrand } from '../brands/brands.ts'
import { type AppContext, type Context, systemContext } from '../core/context.ts'
import { newToken } from '../core/ids.ts'
import {
  countAnswers,
  createDemoBrand,
  type DemoOptions,
  demoEntries,
  fillDemoBrand,
  findDemoBrand,
  isFilled,
} from './demo-brand.ts'

export const demoEmail = 'demo@example.com'
type SeedOptions = DemoOptions & {
  /** Deletes the brands of an existing demo and recreates them. */
  reset: boolean
  onProgress?: (stored: number, total: number) => void
}

/** Returns the password of the demo's owner, which is not stored, or null when a complete demo exists. Continues an interrupted one. */
export async function seedDemo(base: AppContext, options: SeedOptions): Promise<string | null> {
  const demoOwner = await findDemo(base)
  if (demoOwner && !options.reset && (await isComplete(systemContext(base, demoOwner.organizationId))))
    return null
  const password = newToken(12)
  const ctx = await openDemo(base, demoOwner, password)
  if (options.reset) await deleteBrands(ctx)
  const total = demoEntries.reduce((sum, entry) => sum + countAnswers(entry, options), 0)
  let stored = 0
  for (const entry of demoEntries) {
    const brand = (await findDemoBrand(ctx, entry)) ?? (await createDemoBrand(ctx, entry))
    await fillDemoBrand(ctx, brand, entry, options, {
      onStored: (count) => options.onProgress?.(stored + count, total),
    })
    stored += countAnswers(entry, options)
    await evaluateAlerts(ctx, brand.id)
  }
  return password
}

async function isComplete(ctx: Context): Promise<boolean> {
  for (const entry of demoEntries) {
    const brand = await findDemoBrand(ctx, entry)
    if (!brand || !(await isFilled(ctx, brand))) return false
  }
  return true
}

type DemoOwner = { organizationId: string; userId: string }

function findDemo(base: AppContext): Promise<DemoOwner | undefined> {
  return base.db
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .select(['members.organization_id as organizationId', 'users.id as userId'])
    .where('users.email', '=', demoEmail)
    .executeTakeFirst()
}

async function openDemo(base: AppContext, found: DemoOwner | undefined, password: string): Promise<Context> {
  const contextFor = (organizationId: string) => systemContext(base, organizationId)
  if (!found) {
    const { organizationId } = await createOwner(base, { name: 'Demo', email: demoEmail, password })
    const ctx = contextFor(organizationId)
    await changeOrganization(ctx, { name: 'Demo' })
    return ctx
  }
  const ctx = contextFor(found.organizationId)
  await setPassword(
    { ...base, actor: { kind: 'system' } },
    { userId: found.userId, email: demoEmail, password, keepApiKeys: false },
  )
  return ctx
}

/** Deletes only the demo's own brands: a user may have added others. */
async function deleteBrands(ctx: Context): Promise<void> {
  for (const entry of demoEntries) {
    const brand = await findDemoBrand(ctx, entry)
    if (brand) await deleteBrand(ctx, brand)
  }
}
