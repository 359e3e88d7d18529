import { promptGroupings } from './labels.ts'

/** The alerts that the service creates. The API has the same values. */
export const alertKinds = [
  'number_changed',
  'competitor_changed',
  'competitor_overtook',
  'competitor_appeared',
  'source_changed',
  'own_page_changed',
  'negative_sentiment',
  'run_failed',
  'engine_key_failed',
  'budget_reached',
  'audit_got_worse',
  'traffic_changed',
  'agents_stopped',
] as const

export type AlertKind = (typeof alertKinds)[number]

export const alertDirections = ['any', 'up', 'down', 'new', 'lost'] as const

export type AlertDirection = (typeof alertDirections)[number]

export const alertSeverities = ['high', 'medium', 'low'] as const

export type AlertSeverity = (typeof alertSeverities)[number]

export const alertStatuses = ['open', 'acknowledged', 'resolved'] as const

export const alertResolutions = ['user', 'recovered', 'withdrawn', 'expired'] as const

/** The parameter of a rule about a group of prompts, by what the prompts are grouped by. A rule has at most one of them. */
export const groupSubjects = {
  topic: 'topic_id',
  tag: 'tag',
  persona: 'persona_id',
  market: 'market',
} as const satisfies Record<(typeof promptGroupings)[number], string>

export type GroupSubject = (typeof groupSubjects)[keyof typeof groupSubjects]

/** Returns the prompts that a rule is about; null: all. */
export function getGroupOfRule(
  rule: Partial<Record<GroupSubject, string | null>>,
): { grouping: keyof typeof groupSubjects; value: string } | null {
  const [group = null] = promptGroupings.flatMap((grouping) => {
    const value = rule[groupSubjects[grouping]]
    return value == null ? [] : [{ grouping, value }]
  })
  return group
}

/** The parameters that a rule of each kind can have, and its directions. */
export const alertRuleOptions: Record<
  AlertKind,
  {
    subjects: readonly ('number' | 'platform' | GroupSubject | 'competitor_id' | 'domain' | 'min_change')[]
    directions: readonly AlertDirection[]
  }
> = {
  number_changed: {
    subjects: ['number', ...Object.values(groupSubjects), 'platform', 'min_change'],
    directions: ['any', 'up', 'down'],
  },
  competitor_changed: { subjects: ['competitor_id', 'min_change'], directions: ['any', 'up', 'down'] },
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
  agents_stopped: { subjects: [], directions: ['any'] },
}
