import { useId } from 'react'
import { factSeparator, joinFacts } from '../../vocabulary/formats.ts'
import { runPhaseLabel } from '../../vocabulary/labels.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { costText } from '../ui/cost-text.ts'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { isUnderWay, type RunReport } from './queries.ts'
import { RunAnswersLink } from './RunAnswersLink.tsx'

/** The progress of a run. */
export function RunProgressBar({ run: { status, progress } }: { run: RunReport }) {
  const { completed = 0, total = 0 } = progress ?? {}
  const phase = progress ? runPhaseLabel(progress.phase) : t(`labels.runStatus.${status}`)
  const said = total > 0 ? t('runs.progress.queries', { completed, total }) : t('runs.progress.starting')
  return (
    <div className="card mb-4 p-4 sm:p-5">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <p role="status" className="font-semibold">
          {phase}
        </p>
        <p className="text-sm text-muted tabular-nums">{said}</p>
      </div>
      <ProgressBar
        label={t('runs.progress.label')}
        said={said}
        total={total}
        parts={[{ count: completed, look: 'bg-accent' }]}
      />
    </div>
  )
}

/** The status of each platform during and after a run. */
export function PlatformStatus({ run }: { run: RunReport }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 mt-8">
        <h2 id={id} className="text-lg font-semibold">
          {t('runs.platformStatus.title')}
        </h2>
        <p className="text-sm text-muted">
          {run.prompts > 0 && t('runs.platformStatus.prompts', { count: run.prompts })}
          {t('runs.platformStatus.lead')}
        </p>
      </div>
      <ul className="card divide-y divide-line">
        {run.by_platform.map((each) => (
          <PlatformRow key={each.platform} run={run} each={each} />
        ))}
      </ul>
    </section>
  )
}

type PlatformRowProps = { run: RunReport; each: RunReport['by_platform'][number] }

function PlatformRow({ run, each }: PlatformRowProps) {
  const { platform, planned, answered, failed, cost_micros, estimated_micros, error } = each
  const open = Math.max(0, planned - answered - failed)
  const answers = t('runs.platformStatus.answers', { count: answered })
  const failures = failed > 0 ? t('runs.platformStatus.failed', { count: failed }) : null
  const rest = [
    ...(open > 0
      ? [t(`runs.platformStatus.${isUnderWay(run) ? 'remaining' : 'skipped'}`, { count: open })]
      : []),
    ...(cost_micros !== null && cost_micros > 0 ? [costText(cost_micros, estimated_micros)] : []),
  ]
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="grid items-center gap-x-6 gap-y-1.5 sm:grid-cols-[11rem_minmax(0,1fr)_minmax(0,15rem)]">
        <p className="font-medium">{platformLabels[platform]}</p>
        <ProgressBar
          label={t('runs.platformStatus.queries', { platform: platformLabels[platform] })}
          said={joinFacts([answers, failures, ...rest].filter((fact) => fact !== null))}
          total={planned}
          parts={[
            { count: answered, look: 'bg-accent' },
            { count: failed, look: 'bg-bad' },
          ]}
        />
        <p className="text-sm text-muted tabular-nums sm:text-right">
          <RunAnswersLink
            run={run}
            count={answered}
            platform={platform}
            {...(failed === 0 && { status: 'any' })}
          >
            {answers}
          </RunAnswersLink>
          {failures && (
            <>
              {factSeparator()}
              <RunAnswersLink run={run} count={failed} platform={platform} status="failed">
                {failures}
              </RunAnswersLink>
            </>
          )}
          {rest.map((each) => `${factSeparator()}${each}`)}
        </p>
      </div>
      {error && <p className="mt-1.5 text-sm text-bad [overflow-wrap:anywhere]">{error}</p>}
    </li>
  )
}
