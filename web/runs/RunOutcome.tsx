import { formatTime, joinFacts } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { Badge } from '../ui/Badge.tsx'
import { costText } from '../ui/cost-text.ts'
import { type RunState, runTones } from './run-status.ts'

/** The result of the last run, including failures. */
export function RunOutcome({ run }: { run: RunState }) {
  const { result } = run
  const troubled = result?.platforms.filter(({ failed, error }) => failed > 0 || error !== null) ?? []
  return (
    <div className="text-sm">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted">
        <span>{t('runs.lastRun.label')}</span>
        <Badge tone={runTones[run.status]}>{t(`labels.runStatus.${run.status}`)}</Badge>
        <time dateTime={run.finishedAt ?? run.createdAt}>{formatTime(run.finishedAt ?? run.createdAt)}</time>
        {result && <span>{countsText(result)}</span>}
      </p>
      {run.failedReason && <p className="mt-1 text-bad [overflow-wrap:anywhere]">{run.failedReason}</p>}
      {troubled.length > 0 && (
        <ul className="mt-2 space-y-1">
          {troubled.map(({ platform, answered, failed, error }) => (
            <li key={platform} className="[overflow-wrap:anywhere]">
              <span className="font-medium">{`${platformLabels[platform]}:`}</span>{' '}
              {t('runs.lastRun.failed', { failed, all: answered + failed })} {error}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type RunCounts = NonNullable<RunState['result']>

const troubles = ['refused', 'empty', 'failed', 'skipped'] as const

function countsText(result: RunCounts): string {
  return joinFacts([
    t('runs.lastRun.counts.answers', { count: result.answers }),
    ...troubles
      .filter((outcome) => result[outcome] > 0)
      .map((outcome) => t(`runs.lastRun.counts.${outcome}`, { count: result[outcome] })),
    t('runs.lastRun.counts.mentions', { count: result.mentions }),
    t('runs.lastRun.counts.citations', { count: result.citations }),
    ...(result.costMicros !== null && result.costMicros > 0
      ? [costText(result.costMicros, result.estimatedMicros)]
      : []),
  ])
}
