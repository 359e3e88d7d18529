import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import {
  formatPoints,
  formatScore,
  formatTime,
  joinFacts,
  labelEnd,
  noData,
} from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import type { Returns } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { type Audit, auditChangesQuery, auditsQuery } from './queries.ts'

type Changes = Returns<'GET /api/audits/:id/changes'>
type Change = Changes['checks'][number]

/** Compares with an earlier audit of the same page; renders nothing if there is none. */
export function ChangesSection({ audit, since }: { audit: Audit; since: string | undefined }) {
  const { brand } = useBrand()
  const list = useInfiniteQuery(auditsQuery(brand.id, audit.url))
  const changes = useQuery(auditChangesQuery(audit.id, since))
  const others = (list.data?.pages.flatMap(({ items }) => items) ?? []).filter(
    ({ id, status }) => id !== audit.id && status === 'completed',
  )
  if (others.length === 0 || (changes.data && changes.data.before === null)) return null
  return (
    <Section
      title={t('audits.changes.title')}
      actions={<CompareWith others={others} chosen={since ?? changes.data?.before?.id} auditId={audit.id} />}
    >
      <QueryBoundary query={changes} className="h-24">
        {(found) => <ScoreChange changes={found} />}
      </QueryBoundary>
    </Section>
  )
}

type CompareWithProps = {
  others: { id: string; created_at: string; score: number | null }[]
  chosen: string | undefined
  auditId: string
}

function CompareWith({ others, chosen, auditId }: CompareWithProps) {
  const { slug } = useBrand()
  const navigate = useNavigate()
  return (
    <label className="flex flex-wrap items-center gap-2 text-sm">
      {t('audits.changes.comparedWith')}
      <Select
        value={chosen ?? ''}
        onChange={({ target }) =>
          void navigate({
            to: '/dashboard/brands/$slug/audits/$id',
            params: { slug, id: auditId },
            search: (old) => ({ ...old, since: target.value }),
            replace: true,
            resetScroll: false,
          })
        }
      >
        <Options
          of={others.map(({ id, created_at, score }) => [
            id,
            joinFacts([formatTime(created_at), formatScore(score)]),
          ])}
        />
      </Select>
    </label>
  )
}

function ScoreChange({ changes: { before, after, score_change, checks } }: { changes: Changes }) {
  return (
    <div className="card">
      <p className="px-4 py-3 sm:px-5">
        <span className="font-semibold tabular-nums">
          {score_change === null ? noData : formatPoints(score_change)}
        </span>{' '}
        {t('audits.changes.points', {
          before: formatScore(before?.score ?? null),
          after: formatScore(after.score),
        })}{' '}
        {checks.length === 0 && t('audits.changes.noChecks')}
      </p>
      {checks.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {checks.map((change) => (
            <ChangeRow key={change.key} change={change} />
          ))}
        </ul>
      )}
    </div>
  )
}

const directions = {
  better: { Icon: ArrowUp, tone: 'text-good' },
  worse: { Icon: ArrowDown, tone: 'text-bad' },
  other: { Icon: Minus, tone: 'text-muted' },
}

function ChangeRow({ change: { label, direction, before, after } }: { change: Change }) {
  const { Icon, tone } = directions[direction]
  return (
    <li className="flex items-start gap-3 px-4 py-3 sm:px-5">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${tone}`} strokeWidth={2.5} />
      <div className="min-w-0 text-sm">
        <p className="text-base font-medium">
          {label}
          <span className="sr-only">{`${labelEnd()}${t(`audits.changes.directions.${direction}`)}`}</span>
        </p>
        <dl className="mt-0.5 grid gap-x-6 gap-y-1 sm:grid-cols-2">
          <Side label={t('audits.changes.before')} side={before} />
          <Side label={t('audits.changes.now')} side={after} />
        </dl>
      </div>
    </li>
  )
}

function Side({ label, side: { status, evidence } }: { label: string; side: Change['before'] }) {
  return (
    <div>
      <dt className="text-muted">
        {t('audits.changes.result', {
          when: label,
          result: status === null ? t('audits.changes.notChecked') : t(`labels.finding.${status}`),
        })}
      </dt>
      <dd className="[overflow-wrap:anywhere]">{evidence}</dd>
    </div>
  )
}
