/** What the operator learns about a scheduled task of the installation that fails, such as the backup. */
import { z } from 'zod'
import { type AppContext, type Context, systemContext, transaction } from '../core/context.ts'
import { type FailingTimer, listFailingTimers } from '../core/failing-timers.ts'
import { Timestamp } from '../core/fields.ts'
import { localizedText } from '../languages/localized.ts'
import { dayValue, message } from '../languages/message.ts'
import { notify } from './notify.ts'

export const FailingTask = z
  .object({
    name: z.string(),
    failing_since: Timestamp.describe('The first of the consecutive failures.'),
    failures: z.number().int().describe('Consecutive failures.'),
    message: localizedText(),
  })
  .meta({ id: 'FailingTask' })

/** Returns the scheduled tasks whose last run failed, for the members who run the installation, and nothing for others. */
export async function listFailingTasks(ctx: Context): Promise<z.input<typeof FailingTask>[]> {
  const [operator] = await listOperators(ctx)
  if (operator?.organization_id !== ctx.organizationId) return []
  const failing = await listFailingTimers(ctx)
  return failing.map(({ name, failing_since, failures, error }) => ({
    name,
    failing_since: failing_since.toISOString(),
    failures,
    message: message('notifications.timerFailure.theScheduledTaskTaskHasFailed', {
      task: name,
      day: dayValue(failing_since.toISOString().slice(0, 10)),
      error,
    }),
  }))
}

/** Notifies the operators once until the task succeeds again. */
export async function notifyOfTimerFailure(
  app: AppContext,
  { name, failing_since, error }: FailingTimer,
): Promise<void> {
  const owners = await listOperators(app)
  const [first] = owners
  if (first === undefined) return
  const userIds = owners.map(({ user_id }) => user_id)
  await transaction(systemContext(app, first.organization_id), (tx) =>
    notify(tx, {
      brandId: null,
      kind: 'system',
      isForOrganization: true,
      key: `timer:${name}:${failing_since.toISOString()}`,
      message: {
        title: message('notifications.timerFailure.theScheduledTaskTaskFailed', { task: name }),
        summary: [error, message('notifications.timerFailure.itIsRepeatedOnItsSchedule')],
        facts: [],
        sections: [],
        action: { label: message('notifications.timerFailure.openTheDashboard'), path: '/dashboard' },
      },
      userIds,
      emailUserIds: userIds,
    }),
  )
}

/**
 * Returns the owners of the first organization, who run a self-hosted installation. The operator of a cloud deployment has
 * the health check, metrics and the log.
 */
async function listOperators(app: AppContext) {
  if (app.config.DEPLOYMENT !== 'self_hosted') return []
  return app.db
    .selectFrom('members')
    .select(['organization_id', 'user_id'])
    .where('role', '=', 'owner')
    .where('organization_id', '=', (eb) =>
      eb.selectFrom('organizations').select('id').orderBy('created_at').orderBy('id').limit(1),
    )
    .execute()
}
