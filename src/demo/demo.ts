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
} from './demo-brand.ts'

export const demoEmail = 'demo@example.com'
/** The name marks a complete demo; an interrupted one is continued. */
const completeName = 'Demo'
const incompleteName = 'Demo (unfinished)'

type SeedOptions = DemoOptions & {
  /** Deletes the brands of an existing demo and recreates them. */
  reset: boolean
  onProgress?: (stored: number, total: number) => void
}

/** Returns the password of the demo's owner, which is not stored, or null when a complete demo exists. */
export async function seedDemo(base: AppContext, options: SeedOptions): Promise<string | null> {
  const demoOwner = await findDemo(base)
  if (demoOwner?.name === completeName && !options.reset) return null
  const password = newToken(12)
  const ctx = await openDemo(base, demoOwner, password)
  if (options.reset) await deleteBrands(ctx)
  await changeOrganization(ctx, { name: incompleteName })
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
  await changeOrganization(ctx, { name: completeName })
  return password
}

type DemoOwner = { organizationId: string; userId: string; name: string }

function findDemo(base: AppContext): Promise<DemoOwner | undefined> {
  return base.db
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['organizations.id as organizationId', 'users.id as userId', 'organizations.name'])
    .where('users.email', '=', demoEmail)
    .executeTakeFirst()
}

async function openDemo(base: AppContext, found: DemoOwner | undefined, password: string): Promise<Context> {
  const contextFor = (organizationId: string) => systemContext(base, organizationId)
  if (!found) {
    const { organizationId } = await createOwner(base, { name: 'Demo', email: demoEmail, password })
    return contextFor(organizationId)
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
