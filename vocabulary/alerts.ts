/** The alerts that the service creates, with their labels. The keys are values of the API. */
import { translated } from './language.ts'

export const alertKindLabels = translated('alertKindLabels', {
  number_changed: 'A metric of the brand changed',
  competitor_changed: 'The score of a competitor changed',
  competitor_overtook: 'A competitor overtook the brand, or the brand overtook it',
  competitor_appeared: 'A new competitor appears in answers',
  source_changed: 'A source is newly cited or no longer cited',
  own_page_changed: 'A page of the brand is newly cited or no longer cited',
  negative_sentiment: 'Negative answers appear',
  run_failed: 'A run failed or was partial',
  engine_key_failed: 'An engine rejects its key',
  budget_reached: 'A spend limit was reached',
  audit_got_worse: 'A site audit got worse',
  traffic_changed: 'Visits from AI platforms changed',
})

export type AlertKind = keyof typeof alertKindLabels

export const alertDirectionLabels = translated('alertDirectionLabels', {
  any: 'Either direction',
  up: 'Up',
  down: 'Down',
  new: 'New',
  lost: 'Lost',
})

export type AlertDirection = keyof typeof alertDirectionLabels

export const alertSeverityLabels = translated('alertSeverityLabels', {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
})

export type AlertSeverity = keyof typeof alertSeverityLabels

export const alertStatusLabels = translated('alertStatusLabels', {
  open: 'Open',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
})

export const alertResolutionLabels = translated('alertResolutionLabels', {
  user: 'Resolved by a user',
  recovered: 'The cause has ended',
  withdrawn: 'Later data does not confirm it',
  expired: 'Older than 35 days',
})

/** The parameters that a rule of each kind can have, and its directions. */
export const alertRuleOptions: Record<
  AlertKind,
  {
    subjects: readonly ('number' | 'platform' | 'topic_id' | 'competitor_id' | 'domain')[]
    directions: readonly AlertDirection[]
  }
> = {
  number_changed: { subjects: ['number', 'topic_id', 'platform'], directions: ['any', 'up', 'down'] },
  competitor_changed: { subjects: ['competitor_id'], directions: ['any', 'up', 'down'] },
  competitor_overtook: { subjects: ['competitor_id'], directions: ['any', 'up', 'down'] },
  competitor_appeared: { subjects: [], directions: ['any'] },
  source_changed: { subjects: ['domain'], directions: ['any', 'new', 'lost'] },
  own_page_changed: { subjects: [], directions: ['any', 'new', 'lost'] },
  negative_sentiment: { subjects: [], directions: ['any'] },
  run_failed: { subjects: [], directions: ['any'] },
  engine_key_failed: { subjects: [], directions: ['any'] },
  budget_reached: { subjects: [], directions: ['any'] },
  audit_got_worse: { subjects: [], directions: ['any'] },
  traffic_changed: { subjects: ['platform'], directions: ['any', 'up', 'down'] },
}
