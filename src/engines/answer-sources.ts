/** Describes for the start message which backend answers for which platforms. */
import { platformLabels } from '../../vocabulary/platforms.ts'
import type { Config } from '../core/config.ts'
import { backendLabel, isSimulatedByDefault, resolvePlatforms } from './registry.ts'

/** Returns lines of text. */
export function listAnswerSources(config: Config): string[] {
  const all = [...resolvePlatforms(config).values()].filter(
    ({ platform, configured }) => configured || isSimulatedByDefault(platform),
  )
  if (all.every(({ configured }) => !configured))
    return [
      'No engine key is set, so there are no answers yet. Site audits and the demo brand need no key.',
      'Connect an engine in the dashboard, or set a key (docs/settings.md).',
    ]
  if (all.every(({ surface }) => surface === 'simulated'))
    return [
      'No engine key is set: answers come from the simulator (SIMULATOR_URL) and are marked as simulated.',
    ]
  const getLabels = (group: typeof all) => group.map(({ platform }) => platformLabels[platform]).join(', ')
  const configured = Map.groupBy(
    all.filter((each) => each.configured),
    ({ backend }) => backend,
  )
  const missing = all.filter((each) => !each.configured)
  return [
    'Answers come from:',
    ...[...configured].map(([backend, group]) => `- ${backendLabel(backend)}: ${getLabels(group)}`),
    ...(missing.length > 0 ? [`Not configured (docs/settings.md): ${getLabels(missing)}`] : []),
  ]
}
