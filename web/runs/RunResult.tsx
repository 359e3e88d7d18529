import { formatCost, formatCount, formatQuantity, formatTime } from '../../vocabulary/formats.ts'
import { runStatusLabels } from '../../vocabulary/labels.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { Badge } from '../ui/Badge.tsx'
import { type Run, runTones } from './run-status.ts'

/** The result of the last run, including failures. */
export function RunResult({ run }: { run: Run }) {
  const { result } = run
  const troubled = result?.platforms.filter(({ failed, error }) => failed > 0 || error !== null) ?? []
  return (
    <div className="text-sm">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted">
        <span>Last run</span>
        <Badge tone={runTones[run.status]}>{runStatusLabels[run.status]}</Badge>
        <time dateTime={run.finishedAt ?? run.createdAt}>{formatTime(run.finishedAt ?? run.createdAt)}</time>
        {result && (
          <span>
            {formatQuantity(result.answers, 'answer')}
            {result.refused > 0 && `, ${formatCount(result.refused)} refused`}
            {result.empty > 0 && `, ${formatCount(result.empty)} empty`}
            {result.failed > 0 && `, ${formatCount(result.failed)} failed`}
            {result.skipped > 0 && `, ${formatCount(result.skipped)} skipped`}
            {`, ${formatQuantity(result.mentions, 'mention')}, ${formatQuantity(result.citations, 'citation')}`}
            {result.costMicros > 0 && `, ${formatCost(result.costMicros)}`}
          </span>
        )}
      </p>
      {run.failedReason && <p className="mt-1 text-bad [overflow-wrap:anywhere]">{run.failedReason}</p>}
      {troubled.length > 0 && (
        <ul className="mt-2 space-y-1">
          {troubled.map(({ platform, answered, failed, error }) => (
            <li key={platform} className="[overflow-wrap:anywhere]">
              <span className="font-medium">{platformLabels[platform]}:</span> {formatCount(failed)} of{' '}
              {formatCount(answered + failed)} failed. {error}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
