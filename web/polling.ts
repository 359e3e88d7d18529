/** How often the dashboard polls the state of work in progress. */

/** Delay between two polls of a job in progress when no realtime server reports it. */
export const pollMs = 3_000
/** While realtime events arrive, polling only covers a lost event. */
const realtimePollMs = 15_000

/** Delay between two polls of the number of unread notifications, and of the scheduled tasks that fail. */
export const unreadPollMs = 60_000

/** Delay between two polls of a metric while its answers are being counted; a timer counts them every minute. */
export const refreshPollMs = 10_000

export const pollDelayMs = (isRealtimeConnected: boolean): number =>
  isRealtimeConnected ? realtimePollMs : pollMs
