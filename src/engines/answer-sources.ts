/** Describes for the start message which backend answers for which platforms. */
import { platformLabels } from '../../vocabulary/platforms.ts'
import type { Config } from '../core/config.ts'
import { backendLabel, isSimulatedByDefault, resolvePlatforms } from './registry.ts'

/** Returns lines of text. */
export function listAnswerSources(config: Config): string[] {
  const all = [...resolvePlatforms(config).values()].filter(
    ({ platform, configured }) => configured || isSimulatedByDefault(platform),
  )
  if (all.every(({ surface }) => surface === 'simulated'))
    return [
      'No engine key is set: answers come from the built-in simulator and are marked as simulated.',
      'Set a key (docs/settings.md) to query real engines.',
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
