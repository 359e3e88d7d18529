import { alertNumberLabels } from '../../vocabulary/alerts.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { copy } from './copy.ts'
import type { AlertRule } from './queries.ts'

/** Names what a rule is limited to; null if it is not. */
export function subjectOf(
  { number, platform, competitor_id, domain }: AlertRule,
  competitors: ReadonlyMap<string, string>,
): string | null {
  const parts = [
    number === null ? null : alertNumberLabels[number],
    platform === null ? null : platform === '' ? copy.rules.allPlatforms : platformLabels[platform],
    competitor_id === null ? null : (competitors.get(competitor_id) ?? null),
    domain,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' · ')
}
