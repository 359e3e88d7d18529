import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { HoverPopover } from './HoverPopover.tsx'

type InfoPopoverProps = {
  /** What the popover is about. */
  of: string
  /** The number that opens it; an icon by default. */
  value?: string
  children: ReactNode
}

/** The definition and sample of a metric. */
export function InfoPopover({ of, value, children }: InfoPopoverProps) {
  const about = t('ui.infoPopover.about', { subject: of })
  const isIcon = value === undefined
  return (
    <HoverPopover
      side="top"
      label={isIcon ? about : `${value}. ${about}`}
      contentLabel={about}
      button={value ?? <Info aria-hidden className="size-4" />}
      buttonClassName={
        isIcon
          ? 'grid size-6 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink'
          : 'rounded tabular-nums underline decoration-transparent decoration-dashed underline-offset-4 hover:decoration-edge'
      }
      className={`rounded-xl text-sm ${isIcon ? 'w-[min(22rem,calc(100vw-1.5rem))] p-4' : 'w-56 p-3'}`}
    >
      {children}
    </HoverPopover>
  )
}
