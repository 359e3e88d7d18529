/** Logs that there is a newer version. Off unless UPDATE_CHECK_URL is set; the request carries no data. */
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { version } from '../core/version.ts'

const Latest = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+$/) })
const timeoutMs = 10_000

export async function checkForUpdate(
  { config, log }: Pick<AppContext, 'config' | 'log'>,
  current = version,
): Promise<void> {
  const url = config.UPDATE_CHECK_URL
  if (url === null) return
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'user-agent': '' },
    })
    const latest = Latest.parse(await response.json()).version
    if (isNewer(latest, current)) log.warn({ current, latest }, 'a newer version of Ansight is available')
  } catch (error) {
    log.info({ err: error }, 'the newest version could not be requested')
  }
}

function isNewer(latest: string, current: string): boolean {
  const [a, b] = [latest, current].map((each) => each.split('.').map(Number))
  const changed = a?.findIndex((part, index) => part !== b?.[index]) ?? -1
  return changed >= 0 && (a?.[changed] ?? 0) > (b?.[changed] ?? 0)
}
