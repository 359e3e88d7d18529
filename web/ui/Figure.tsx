import type { ReactNode } from 'react'
import { formatCount } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { HoverPopover } from './HoverPopover.tsx'

type FigureProps = {
  /** What the number is, for screen readers. */
  label: string
  value: string
  /** The 95% confidence interval as text. */
  range?: string | null
  /** The number of answers in the denominator. */
  count: number
  /** What else to know about the number. */
  note?: string
  /** Links to the answers behind the number. */
  evidence?: ReactNode
}

/** A number in one line. Its interval, sample size, note and answers open on hover, focus and press. */
export function Figure({ label, value, range, count, note, evidence }: FigureProps) {
  return (
    <HoverPopover
      side="bottom"
      label={t('ui.figure.label', { name: label, value })}
      contentLabel={label}
      button={value}
      buttonClassName="-my-0.5 min-h-6 tabular-nums underline decoration-edge decoration-dotted underline-offset-4"
      className="w-56 rounded-lg p-3 text-xs"
    >
      <dl className="space-y-1">
        {range && <Fact name={t('ui.figure.interval')} value={range} />}
        <Fact name={t('ui.figure.answers')} value={formatCount(count)} />
      </dl>
      {note && <p className="mt-2">{note}</p>}
      {evidence && <div className="mt-2">{evidence}</div>}
    </HoverPopover>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div className="flex justify-between gap-3">
    <dt className="text-muted">{name}</dt>
    <dd className="font-medium tabular-nums">{value}</dd>
  </div>
)
