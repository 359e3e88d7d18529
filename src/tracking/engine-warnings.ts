/** The weekly check of the engines: owners and admins are notified of models that end, are gone or cost something else. */
import type { AppContext, Context } from '../core/context.ts'
import { systemContext, transaction } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { runInTurns } from '../core/in-turns.ts'
import { checkEngines } from '../engines/engine-checks.ts'
import { inEnglish, message } from '../languages/message.ts'
import { notify } from '../notifications/notify.ts'

/** Checks the engines of every organization with brands. */
export async function warnOfEngines(app: AppContext, stopping: AbortSignal): Promise<void> {
  const organizations = await app.db
    .selectFrom('organizations')
    .select('id as organization_id')
    .where('id', 'in', app.db.selectFrom('brands').select('organization_id'))
    .orderBy('id')
    .execute()
  await runInTurns(app, organizations, {
    stopping,
    failure: 'the engines of an organization could not be checked',
    work: ({ organization_id }) => warnOrganization(systemContext(app, organization_id)),
  })
}

async function warnOrganization(ctx: Context): Promise<void> {
  const { items } = await checkEngines(ctx, { fresh: true })
  const found = items.filter(({ findings }) => findings.length > 0)
  if (found.length === 0) return
  for (const { backend, findings } of found)
    for (const { kind, message: text } of findings)
      ctx.log.warn({ backend, kind, finding: inEnglish(text) }, 'an engine needs attention')
  await transaction(ctx, async (tx) => {
    const managers = await tx.db
      .selectFrom('members')
      .select('user_id')
      .where('organization_id', '=', tx.organizationId)
      .where('role', 'in', ['owner', 'admin'])
      .execute()
    await notify(tx, {
      brandId: null,
      kind: 'system',
      isForOrganization: true,
      key: `engines ${utcDay(tx.now())}`,
      userIds: managers.map(({ user_id }) => user_id),
      message: {
        title: message('tracking.engineWarnings.enginesNeedAttention', {
          count: found.length,
        }),
        summary: [],
        facts: [],
        sections: found.map(({ label, findings }) => ({
          heading: label,
          items: findings.map(({ message: text }) => ({ text })),
        })),
        action: {
          label: message('tracking.engineWarnings.openTheEngines'),
          path: '/dashboard/settings/engines',
        },
      },
    })
  })
}
