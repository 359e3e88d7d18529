import { Popover } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { formatCount } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'

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
  const [open, setOpen] = useState(false)
  /** A press keeps it open when the pointer leaves. */
  const pinned = useRef(false)
  const leaving = useRef<number>(undefined)
  const enter = () => {
    clearTimeout(leaving.current)
    setOpen(true)
  }
  const leave = () => {
    // Long enough to move the pointer into the popover.
    if (!pinned.current) leaving.current = window.setTimeout(() => setOpen(false), 150)
  }
  const change = (next: boolean) => {
    pinned.current = next
    setOpen(next)
  }
  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Trigger
        type="button"
        aria-label={t('ui.figure.label', { name: label, value })}
        onPointerEnter={(event) => event.pointerType === 'mouse' && enter()}
        onPointerLeave={(event) => event.pointerType === 'mouse' && leave()}
        onClick={(event) => {
          // Hovering has already opened it: a press then pins it instead of closing it.
          if (!open || pinned.current) return
          event.preventDefault()
          pinned.current = true
        }}
        className="-my-0.5 min-h-6 tabular-nums underline decoration-edge decoration-dotted underline-offset-4"
      >
        {value}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="bottom"
          sideOffset={4}
          collisionPadding={12}
          aria-label={label}
          onPointerEnter={enter}
          onPointerLeave={leave}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="z-20 w-56 rounded-lg border border-line bg-surface p-3 text-left text-xs shadow-raised"
        >
          <dl className="space-y-1">
            {range && <Fact name={t('ui.figure.interval')} value={range} />}
            <Fact name={t('ui.figure.answers')} value={formatCount(count)} />
          </dl>
          {note && <p className="mt-2">{note}</p>}
          {evidence && <div className="mt-2">{evidence}</div>}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div className="flex justify-between gap-3">
    <dt className="text-muted">{name}</dt>
    <dd className="font-medium tabular-nums">{value}</dd>
  </div>
)
