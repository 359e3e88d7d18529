import { t } from '../../vocabulary/texts.ts'
import type { Returns } from '../api.ts'
import type { RunRecord } from './queries.ts'

export type RunState = Returns<'GET /api/tracking/status'>

export const isUnfinished = ({ status }: RunState): boolean => status === 'waiting' || status === 'active'

export const runTones = {
  completed: 'good',
  failed: 'bad',
  cancelled: 'caution',
  waiting: 'plain',
  active: 'accent',
} as const satisfies Record<RunState['status'], string>

export const startedByLabel = ({ started_by: { kind, name } }: Pick<RunRecord, 'started_by'>): string => {
  if (kind === 'api_key')
    return name === null ? t('runs.startedBy.apiKeyUnknown') : t('runs.startedBy.apiKey', { member: name })
  if (kind === 'user') return name ?? t('runs.startedBy.formerMember')
  return kind === 'cron' ? t('runs.startedBy.externalScheduler') : t('runs.startedBy.schedule')
}

/** Null while it is running, and if it never started. */
export const durationMs = ({
  started_at,
  finished_at,
}: Pick<RunRecord, 'started_at' | 'finished_at'>): number | null =>
  started_at === null || finished_at === null ? null : Date.parse(finished_at) - Date.parse(started_at)
