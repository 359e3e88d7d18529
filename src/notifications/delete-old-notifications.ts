import type { AppContext } from '../core/context.ts'

const keptDays = 365

/** Deletes notifications that are older than a year, with their inbox items, and deliveries that are. */
export async function deleteOldNotifications(app: AppContext): Promise<void> {
  const before = new Date(app.now().getTime() - keptDays * 86_400_000)
  await app.db.deleteFrom('notifications').where('created_at', '<', before).execute()
  await app.db.deleteFrom('deliveries').where('created_at', '<', before).execute()
}
