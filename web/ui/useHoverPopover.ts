import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'

/** The state of a popover that opens on hover. A press keeps it open when the pointer leaves. */
export function useHoverPopover() {
  const [open, setOpen] = useState(false)
  const isPinned = useRef(false)
  const leaving = useRef<number>(undefined)
  const enter = () => {
    clearTimeout(leaving.current)
    setOpen(true)
  }
  const leave = () => {
    // Long enough to move the pointer into the popover.
    if (!isPinned.current) leaving.current = window.setTimeout(() => setOpen(false), 150)
  }
  return {
    enter,
    root: {
      open,
      onOpenChange: (next: boolean) => {
        isPinned.current = next
        setOpen(next)
      },
    },
    trigger: {
      type: 'button' as const,
      onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && enter(),
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && leave(),
      onClick: (event: MouseEvent) => {
        // Hovering has already opened it: a press then pins it instead of closing it.
        if (!open || isPinned.current) return
        event.preventDefault()
        isPinned.current = true
      },
    },
    content: {
      onPointerEnter: enter,
      onPointerLeave: leave,
      onOpenAutoFocus: (event: Event) => event.preventDefault(),
      onCloseAutoFocus: (event: Event) => event.preventDefault(),
      collisionPadding: 12,
    },
  }
}
