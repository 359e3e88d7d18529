import type { ReactNode } from 'react'
import { noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { InfoPopover } from './InfoPopover.tsx'
import { RichText } from './RichText.tsx'

/** Metrics in a grid. */
export function StatGrid({ children }: { children: ReactNode }) {
  return <dl className="card grid grid-cols-2 overflow-hidden lg:grid-cols-3">{children}</dl>
}

type StatProps = {
  label: string
  definition: string
  value: string
  /** The answers in the denominator. */
  count: number
  /** The 95% confidence interval as text. */
  range?: string | null
  note?: ReactNode
  /** Links to the answers behind the metric. */
  evidence: ReactNode
}

/** One metric with its sample, and a popover with its definition and interval. */
export function Stat({ label, definition, value, count, range, note, evidence }: StatProps) {
  const isKnown = value !== noData
  return (
    <div className="-mb-px -mr-px border-b border-r border-line px-4 py-4 sm:px-5">
      <dt className="flex items-center justify-between gap-1 text-sm text-muted">
        {label}
        <InfoPopover of={label}>
          <p className="font-medium">{definition}</p>
          <p className="mt-2 text-muted">
            {isKnown ? `${t('ui.stat.basedOn', { count })} ` : ''}
            {t('labels.metric.denominatorRule')}
          </p>
          {range && (
            <div className="mt-2">
              <IntervalText range={range} />
            </div>
          )}
        </InfoPopover>
      </dt>
      <dd>
        <span className="text-3xl font-semibold tracking-tight tabular-nums">{value}</span>
        {note && <span className="mt-1 block text-sm text-muted">{note}</span>}
        {isKnown && (
          <span className="mt-0.5 block text-xs text-muted">
            {range && <span className="whitespace-nowrap">{`${range}, `}</span>}
            {evidence}
          </span>
        )}
      </dd>
    </div>
  )
}

/** The confidence interval of a metric, in a sentence. */
export function IntervalText({ range }: { range: string }) {
  return (
    <p className="text-muted">
      <RichText
        id="ui.stat.interval"
        values={{ range: <span className="whitespace-nowrap font-medium text-ink">{range}</span> }}
      />
    </p>
  )
}
