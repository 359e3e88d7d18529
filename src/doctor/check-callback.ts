/** Checks whether scraper results can reach this service. An unsigned request must be rejected, and by this service. */
import type { Config } from '../core/config.ts'
import { type DoctorCheck, fail, getMessage, ok } from './check.ts'

const id = 'scraper.callback'
const timeoutMs = 5_000

export async function checkCallback(config: Config, { online }: { online: boolean }): Promise<DoctorCheck[]> {
  const url = config.SCRAPER_WEBHOOK_URL
  if (url === null) return []
  if (!online)
    return [ok(id, `Results are delivered to ${url}; use --online to check whether it is reachable.`)]
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: '{}',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    if (response.status === 401 && text.includes('"unauthorized"'))
      return [ok(id, `${url} is this service and rejects unsigned requests.`)]
    return [
      fail(
        id,
        `${url} returns status ${response.status}, unlike /scraper/callback of this service.`,
        'Check SCRAPER_WEBHOOK_URL, and that the proxy forwards this path unchanged.',
      ),
    ]
  } catch (error) {
    return [
      fail(
        id,
        `${url} is unreachable: ${getMessage(error instanceof Error && error.cause ? error.cause : error)}.`,
        'Check SCRAPER_WEBHOOK_URL and that the service is running and reachable from the internet. Alternatively unset the setting, and results are polled.',
      ),
    ]
  }
}
