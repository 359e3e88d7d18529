/** Whether what the scraper delivers would reach us. A delivery that nobody signed must be refused, and by us. */
import type { Config } from '../core/config.ts'
import { type Check, fail, messageOf, ok } from './check.ts'

const id = 'scraper.callback'
const patienceMs = 5_000

export async function checkCallback(config: Config, { online }: { online: boolean }): Promise<Check[]> {
  const url = config.SCRAPER_WEBHOOK_URL
  if (url === null) return []
  if (!online) return [ok(id, `Results are delivered to ${url}; --online sees whether it can be reached.`)]
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: '{}',
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    const text = await response.text()
    if (response.status === 401 && text.includes('"unauthorized"'))
      return [ok(id, `${url} is this service, and refuses what is not signed.`)]
    return [
      fail(
        id,
        `${url} answers with status ${response.status}, and not as /scraper/callback of this service does.`,
        'Check SCRAPER_WEBHOOK_URL, and whether the proxy before the service passes that path on as it is.',
      ),
    ]
  } catch (error) {
    return [
      fail(
        id,
        `${url} cannot be reached from here: ${messageOf(error instanceof Error && error.cause ? error.cause : error)}.`,
        'Check SCRAPER_WEBHOOK_URL and that the service runs; the scraper must reach it from the internet. Without it, unset the setting: results are then asked for.',
      ),
    ]
  }
}
