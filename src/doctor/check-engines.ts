/** Whether each platform has an engine that is real and can be reached. Nothing is asked that costs. */
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
  if (!configured) return warn(id, `${label} is not configured and is not asked.`, `Set ${missing}.`)
  if (surface !== 'simulated') return ok(id, `${label} is asked by ${backend}.`)
  return warn(
    id,
    `${label} is simulated: its answers are made up.`,
    'Set the key of a real engine (docs/settings.md); a demo needs none.',
  )
}

const patienceMs = 5_000

/** Any status means that the vendor is there: without a key and a question there is nothing else to hear. */
async function checkReach(config: Config, backend: BackendName): Promise<Check[]> {
  const setting = baseUrlSetting(backend)
  const url = config[setting]
  // The built-in simulator starts with the service.
  if (url === null) return []
  const id = `reach.${backend}`
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })
    await response.body?.cancel()
    if (response.status < 500) return [ok(id, `${url} answers.`)]
    return [warn(id, `${url} answers with status ${response.status}.`, 'Try again later.')]
  } catch (error) {
    return [
      fail(
        id,
        `${url} cannot be reached: ${messageOf(error instanceof Error && error.cause ? error.cause : error)}.`,
        `Check ${setting}, the network and the firewall.`,
      ),
    ]
  }
}
