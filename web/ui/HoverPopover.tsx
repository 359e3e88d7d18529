import { Popover } from 'radix-ui'
import { type ReactNode, useId, useRef, useState } from 'react'

type HoverPopoverProps = {
  /** The accessible name of the button. */
  label: string
  /** The accessible name of the content. */
  contentLabel: string
  side: 'top' | 'bottom'
  buttonClassName: string
  className: string
  /** The content of the button. */
  button: ReactNode
  children: ReactNode
}

/** Content that opens on hover, keyboard focus and press. A press keeps it open when the pointer leaves; Escape closes it. */
export function HoverPopover({
  label,
  contentLabel,
  side,
  buttonClassName,
  className,
  button,
  children,
}: HoverPopoverProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
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
        aria-label={label}
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
        className={buttonClassName}
      >
        {button}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          id={id}
          side={side}
          sideOffset={side === 'top' ? 6 : 4}
          collisionPadding={12}
          aria-label={contentLabel}
          onPointerEnter={enter}
          onPointerLeave={leave}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className={`z-20 border border-line bg-surface text-left shadow-raised ${className}`}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
