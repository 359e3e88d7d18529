/**
 * An organization can require that people sign in with its identity provider (`src/sso/`). A session that another method
 * opened then cannot show the organization, so neither passwords nor links in email lead into it. One owner is exempt, for
 * the day on which the provider fails; the audit log contains each such sign-in.
 */
import type { AppContext } from '../core/context.ts'
import { conflict, forbidden } from '../core/errors.ts'
import { message } from '../languages/message.ts'

export const ssoRequired = () => forbidden(message('accounts.requiredSso.signInWithSso'))

/** Throws `forbidden` unless a session that `ssoProviderId` opened, or no provider, may show the organization. */
export async function requireSignInMethod(
  tx: AppContext,
  {
    organizationId,
    userId,
    ssoProviderId,
  }: { organizationId: string; userId: string; ssoProviderId?: string | null | undefined },
): Promise<void> {
  const required = await tx.db
    .selectFrom('sso_providers')
    .select(['id', 'emergency_user_id'])
    .where('organization_id', '=', organizationId)
    .where('is_required', '=', true)
    .executeTakeFirst()
  if (required && required.id !== ssoProviderId && required.emergency_user_id !== userId) throw ssoRequired()
}

/**
 * Takes emergency access from a person who loses the role of an owner, in one or in all organizations. Throws `conflict` where
 * the provider is required, because then no member could sign in without it.
 */
export async function giveUpEmergencyAccess(
  tx: AppContext,
  userId: string,
  organizationId?: string,
): Promise<void> {
  const own = ({ userId, organizationId }: { userId: string; organizationId?: string | undefined }) =>
    tx.db
      .selectFrom('sso_providers')
      .select('id')
      .where('emergency_user_id', '=', userId)
      .$if(organizationId !== undefined, (query) => query.where('organization_id', '=', organizationId ?? ''))
  const required = await own({ userId, organizationId }).where('is_required', '=', true).executeTakeFirst()
  if (required) throw conflict(message('accounts.requiredSso.chooseAnotherOwner'))
  await tx.db
    .updateTable('sso_providers')
    .set({ emergency_user_id: null })
    .where('id', 'in', own({ userId, organizationId }))
    .execute()
}
