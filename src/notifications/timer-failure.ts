/** The notification about a scheduled task of the installation that fails, such as the backup. */
import { type AppContext, systemContext, transaction } from '../core/context.ts'
import type { FailingTimer } from '../core/failing-timers.ts'
import { message } from '../languages/message.ts'
import { notify } from './notify.ts'

/**
 * Notifies the owners of the first organization, who run a self-hosted installation, once until the task succeeds again. The
 * operator of a cloud deployment has the health check, metrics and the log.
 */
export async function notifyOfTimerFailure(
  app: AppContext,
  { name, failing_since, error }: FailingTimer,
): Promise<void> {
  if (app.config.DEPLOYMENT !== 'self_hosted') return
  const owners = await app.db
    .selectFrom('members')
    .select(['organization_id', 'user_id'])
    .where('role', '=', 'owner')
    .where('organization_id', '=', (eb) =>
      eb.selectFrom('organizations').select('id').orderBy('created_at').orderBy('id').limit(1),
    )
    .execute()
  const [first] = owners
  if (first === undefined) return
  const userIds = owners.map(({ user_id }) => user_id)
  await transaction(systemContext(app, first.organization_id), (tx) =>
    notify(tx, {
      brandId: null,
      kind: 'system',
      key: `timer:${name}:${failing_since.toISOString()}`,
      message: {
        title: message('The scheduled task “{task}” failed', { task: name }),
        summary: [
          error,
          message(
            'It is repeated on its schedule. ansight doctor and the log of the service have the details.',
          ),
        ],
        facts: [],
        sections: [],
        action: { label: message('Open the dashboard'), path: '/dashboard' },
      },
      userIds,
      emailUserIds: userIds,
    }),
  )
}
