import { notifyPerson } from '../accounts/account-emails.ts'
import { findOrganization } from '../accounts/organizations.ts'
import type { OrganizationContext, Role } from '../core/context.ts'
import { message } from '../languages/message.ts'
import type { LinkEmail } from '../mail/link-email.ts'

/** `missing`: the TXT record of a verified domain. `lost`: the verification. Without SMTP, only the audit log contains both. */
export async function notifyOwnersOfDomain(
  ctx: OrganizationContext,
  change: 'missing' | 'lost',
  { domain, days }: { domain: string; days: number },
): Promise<void> {
  const { name: organization } = await findOrganization(ctx)
  const texts: LinkEmail = {
    context: message('sso.emails.context'),
    ...(change === 'missing'
      ? {
          title: message('sso.emails.missing.title', { domain }),
          explanation: message('sso.emails.missing.explanation', { domain, organization, days }),
        }
      : {
          title: message('sso.emails.lost.title', { domain }),
          explanation: message('sso.emails.lost.explanation', { organization, days }),
        }),
    action: message('sso.emails.action'),
    footer: message('sso.emails.footer', { organization }),
  }
  const owners = await ctx.db
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', ctx.organizationId)
    .where('role', '=', 'owner' satisfies Role)
    .execute()
  const link = `${ctx.baseUrl}/dashboard/settings/sso`
  for (const { user_id } of owners) notifyPerson(ctx, user_id, { texts, link })
}
