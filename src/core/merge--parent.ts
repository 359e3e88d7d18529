/**
 * Calls `stop` when the launcher that started this process is gone, whatever killed it: the channel between
 * the two closes with it. Without a launcher it does nothing. It keeps no process running.
 */
export function onLauncherExit(stop: () => void): void {
  if (!process.channel) return
  process.once('disconnect', stop)
  process.channel.unref()
}
