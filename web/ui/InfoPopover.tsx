import { Info } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { classes } from './classes.ts'
import { useHoverPopover } from './useHoverPopover.ts'

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
  const { root, trigger, content, enter } = useHoverPopover()
  return (
    <Popover.Root {...root}>
      <Popover.Trigger
        {...trigger}
        aria-label={
          value === undefined
            ? t('ui.infoPopover.about', { subject: of })
            : `${value}. ${t('ui.infoPopover.about', { subject: of })}`
        }
        aria-describedby={root.open ? id : undefined}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && enter()}
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
          {...content}
          id={id}
          side="top"
          sideOffset={6}
          aria-label={t('ui.infoPopover.about', { subject: of })}
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
