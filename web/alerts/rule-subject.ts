import { platformLabels } from '../../vocabulary/platforms.ts'
import { metricOfNumber } from '../../vocabulary/tested-numbers.ts'
import { t } from '../../vocabulary/texts.ts'
import type { AlertRule } from './queries.ts'

/** Names by id. */
export type SubjectNames = { topics: ReadonlyMap<string, string>; competitors: ReadonlyMap<string, string> }

/** Names what a rule is limited to; null if it is not. */
export function getSubject(
  { number, platform, topic_id, competitor_id, domain }: AlertRule,
  { topics, competitors }: SubjectNames,
): string | null {
  const topic = topics.get(topic_id ?? '')
  const parts = [
    number === null ? null : t(`labels.metric.${metricOfNumber[number]}.label`),
    platform === null ? null : platform === '' ? t('alerts.rules.allPlatforms') : platformLabels[platform],
    topic === undefined ? null : t('alerts.rules.ofTopic', { name: topic }),
    competitor_id === null ? null : (competitors.get(competitor_id) ?? null),
    domain,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' · ')
}
