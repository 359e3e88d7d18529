import type { AppContext } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'

/** Records a wrong password in the organization of the account. An unknown address belongs to none. */
export async function recordFailedSignIn(ctx: AppContext, email: string): Promise<void> {
  const members = await ctx.db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.organization_id as organizationId', 'users.id as userId'])
    .where('users.email', '=', email)
    .execute()
  for (const { organizationId, userId } of members) {
    await recordEvent({ ...ctx, organizationId, actor: { kind: 'anonymous' } }, 'user.sign_in_failed', {
      data: { user_id: userId, email },
    })
  }
}
