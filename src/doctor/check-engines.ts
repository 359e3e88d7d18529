/** Checks whether each platform has a real and reachable engine. Sends no paid requests. */
import { platformLabels } from '../../vocabulary/platforms.ts'
import type { Config } from '../core/config.ts'
import { baseUrlSetting, type PlatformBackend, resolvePlatforms } from '../engines/registry.ts'
import type { BackendName } from '../engines/settings.ts'
import { type Check, fail, messageOf, ok, warn } from './check.ts'

export async function checkEngines(config: Config, { online }: { online: boolean }): Promise<Check[]> {
  const platforms = [...resolvePlatforms(config).values()]
  const backends = [...new Set(platforms.flatMap(({ configured, backend }) => (configured && backend) || []))]
  const reached = online ? await Promise.all(backends.map((backend) => checkReach(config, backend))) : []
  return [...platforms.map(checkPlatform), ...reached.flat()]
}

function checkPlatform({ platform, backend, surface, configured, missing }: PlatformBackend): Check {
  const id = `engine.${platform}`
  const label = platformLabels[platform]
  if (!configured) return warn(id, `${label} is not configured and is not queried.`, `Set ${missing}.`)
  if (surface !== 'simulated') return ok(id, `${label} is queried through ${backend}.`)
  return warn(
    id,
    `${label} is simulated: its answers are generated.`,
    'Set the API key of a real engine (docs/settings.md). A demo needs none.',
  )
}

const timeoutMs = 5_000

/**
 * Checks whether a vendor is reachable: any status below 500 means that it is. Without a key and a query the vendor has
 * nothing else to return.
 */
async function checkReach(config: Config, backend: BackendName): Promise<Check[]> {
  const setting = baseUrlSetting(backend)
  const url = config[setting]
  // The built-in simulator starts with the service.
  if (url === null) return []
  const id = `reach.${backend}`
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    await response.body?.cancel()
    if (response.status < 500) return [ok(id, `${url} is reachable.`)]
    return [warn(id, `${url} returns status ${response.status}.`, 'Try again later.')]
  } catch (error) {
    return [
      fail(
        id,
        `${url} is unreachable: ${messageOf(error instanceof Error && error.cause ? error.cause : error)}.`,
        `Check ${setting}, the network and the firewall.`,
      ),
    ]
  }
}
