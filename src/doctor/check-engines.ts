/** Checks whether each platform has a real and reachable engine. Sends no paid requests. */
import { platformLabels } from '../../vocabulary/platforms.ts'
import type { Config } from '../core/config.ts'
import type { AppContext } from '../core/context.ts'
import { listAnswerProblems } from '../engines/engine-checks.ts'
import { findModelProblems, getListedModel, type ModelFinding } from '../engines/model-checks.ts'
import {
  apiOptions,
  baseUrlSetting,
  isSimulatedByDefault,
  type PlatformBackend,
  resolvePlatforms,
} from '../engines/registry.ts'
import { type BackendName, builtInSimulator } from '../engines/settings.ts'
import { findApiVendor } from '../engines/vendors.ts'
import { inEnglish } from '../languages/message.ts'
import { type DoctorCheck, fail, getMessage, ok, warn } from './check.ts'

export async function checkEngines(app: AppContext, { online }: { online: boolean }): Promise<DoctorCheck[]> {
  const { config } = app
  const platforms = [...resolvePlatforms(config).values()]
  // The lookup of its model shows whether an API is reachable.
  const backends = [
    ...new Set(
      platforms.flatMap(({ configured, backend, surface }) =>
        configured && surface !== 'api' ? [backend] : [],
      ),
    ),
  ]
  const reached = online ? await Promise.all(backends.map((backend) => checkReach(config, backend))) : []
  const models = await Promise.all(
    platforms.map((each) => (each.surface === 'api' && each.configured ? checkModel(app, each, online) : [])),
  )
  const answers = await checkAnswers(app)
  // A vendor that serves several platforms with one model, or several organizations, is reported once.
  const checks = new Map(
    [...reached.flat(), ...models.flat(), ...answers].map((each) => [each.message, each]),
  )
  const expected = platforms.filter(
    ({ platform, configured }) => configured || isSimulatedByDefault(platform),
  )
  return [...expected.map(checkPlatform), ...checks.values()]
}

/** Checks the model of a platform: by the built-in price list and, online, by the vendor's list of models. */
async function checkModel(
  app: AppContext,
  { platform, backend }: PlatformBackend,
  online: boolean,
): Promise<DoctorCheck[]> {
  const vendor = findApiVendor(backend)
  if (!vendor) return []
  const options = apiOptions(app.config, vendor, platform)
  const listed = online ? (await getListedModel(app, vendor, options, { fresh: true })).result : null
  const id = `model.${backend}`
  const findings = findModelProblems(app.config, vendor, options, listed, app.now())
  if (findings.length === 0) return [ok(id, `${vendor.label} is queried with "${options.model}".`)]
  return findings.map(({ kind, severity, message }) =>
    (severity === 'fail' || kind === 'unreachable' ? fail : warn)(
      id,
      inEnglish(message),
      `Check ${vendor.settingPrefix}_MODEL (docs/engines.md).`,
    ),
  )
}

/** Checks the models that served the last answers, and the formats of responses. */
async function checkAnswers(app: AppContext): Promise<DoctorCheck[]> {
  const organizations = await app.db.selectFrom('organizations').select('id').orderBy('id').execute()
  const findings: ModelFinding[] = []
  for (const { id } of organizations)
    findings.push(...(await listAnswerProblems({ ...app, organizationId: id })))
  return findings.map(({ severity, message }) =>
    (severity === 'fail' ? fail : warn)(
      'engine.answers',
      inEnglish(message),
      'Run npm run engines:check, and see docs/engines.md.',
    ),
  )
}

function checkPlatform({ platform, backend, surface, configured, missing }: PlatformBackend): DoctorCheck {
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
async function checkReach(config: Config, backend: BackendName): Promise<DoctorCheck[]> {
  const setting = baseUrlSetting(backend)
  const url = config[setting]
  // The built-in simulator starts with the service.
  if (url === null || url === builtInSimulator) return []
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
        `${url} is unreachable: ${getMessage(error instanceof Error && error.cause ? error.cause : error)}.`,
        `Check ${setting}, the network and the firewall.`,
      ),
    ]
  }
}
