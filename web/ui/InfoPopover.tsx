import { Info } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useId, useRef, useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { classes } from './classes.ts'

type InfoPopoverProps = {
  /** What the popover is about. */
  of: string
  /** The number that opens it; an icon by default. */
  value?: string
  children: ReactNode
}

/** The definition and sample of a metric. Opens on hover, focus and press; Escape closes it. */
export function InfoPopover({ of, value, children }: InfoPopoverProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  /** A press keeps it open when the pointer leaves. */
  const pinned = useRef(false)
  const leaving = useRef<number>(undefined)

  const enter = () => {
    clearTimeout(leaving.current)
    setOpen(true)
  }
  const leave = () => {
    if (pinned.current) return
    // Long enough to move the pointer into the popover.
    leaving.current = window.setTimeout(() => setOpen(false), 150)
  }
  const change = (next: boolean) => {
    pinned.current = next
    setOpen(next)
  }
  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Trigger
        type="button"
        aria-label={
          value === undefined
            ? t('ui.infoPopover.about', { subject: of })
            : `${value}. ${t('ui.infoPopover.about', { subject: of })}`
        }
        aria-describedby={open ? id : undefined}
        onPointerEnter={(event) => event.pointerType === 'mouse' && enter()}
        onPointerLeave={(event) => event.pointerType === 'mouse' && leave()}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && enter()}
        onClick={(event) => {
          // Hovering has already opened it: a press then pins it instead of closing it.
          if (!open || pinned.current) return
          event.preventDefault()
          pinned.current = true
        }}
        className={
          value === undefined
            ? 'grid size-6 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink'
            : 'rounded tabular-nums underline decoration-transparent decoration-dashed underline-offset-4 hover:decoration-edge'
        }
      >
        {value ?? <Info aria-hidden className="size-4" />}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          id={id}
          side="top"
          sideOffset={6}
          collisionPadding={12}
          aria-label={t('ui.infoPopover.about', { subject: of })}
          onPointerEnter={enter}
          onPointerLeave={leave}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className={classes(
            'z-20 rounded-xl border border-line bg-surface text-left text-sm shadow-raised',
            value === undefined ? 'w-[min(22rem,calc(100vw-1.5rem))] p-4' : 'w-56 p-3',
          )}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
