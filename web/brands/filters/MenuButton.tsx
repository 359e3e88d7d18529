import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'

type MenuButtonProps = {
  label: string
  /** What is chosen, as the text of the button. */
  value: string
  /** Something other than the default is chosen. */
  isSet: boolean
  isWide?: boolean
  /** Between two other buttons. */
  isJoined?: boolean
  children: ReactNode
}

/** A filter as a button with a panel below it. */
export function MenuButton({
  label,
  value,
  isSet,
  isWide = false,
  isJoined = false,
  children,
}: MenuButtonProps) {
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={`${label}: ${value}`}
        className={classes(
          'inline-flex h-9 max-sm:h-10 max-w-56 shrink-0 items-center gap-1.5 border bg-surface px-3 text-sm font-medium hover:bg-sunken',
          !isJoined && 'rounded-lg',
          isSet ? 'border-accent text-accent-strong' : 'border-control',
        )}
      >
        <span className="truncate">{value}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className={classes(
            'z-20 max-h-[min(34rem,var(--radix-popover-content-available-height))] max-w-[calc(100vw-1rem)] overflow-y-auto rounded-xl border border-line bg-surface p-1.5 text-sm shadow-raised',
            isWide ? 'w-auto' : 'w-60',
          )}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
