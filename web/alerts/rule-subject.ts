import { getGroupOfRule } from '../../vocabulary/alerts.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { metricOfNumber } from '../../vocabulary/tested-numbers.ts'
import { t } from '../../vocabulary/texts.ts'
import type { AlertRule } from './queries.ts'
import type { GroupNames } from './useGroupNames.ts'

/** Names by id or value. */
export type SubjectNames = { groups: GroupNames; competitors: ReadonlyMap<string, string> }

/** Names what a rule is limited to; null if it is not. */
export function getSubject(rule: AlertRule, { groups, competitors }: SubjectNames): string | null {
  const { number, platform, competitor_id, domain } = rule
  const group = getGroupOfRule(rule)
  const name = group && (groups[group.grouping].get(group.value) ?? null)
  const parts = [
    number === null ? null : t(`labels.metric.${metricOfNumber[number]}.label`),
    platform === null ? null : platform === '' ? t('alerts.rules.allPlatforms') : platformLabels[platform],
    group && name && t(`alerts.rules.of.${group.grouping}`, { name }),
    competitor_id === null ? null : (competitors.get(competitor_id) ?? null),
    domain,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' · ')
}
