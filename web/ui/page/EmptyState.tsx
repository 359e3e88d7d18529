import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'

type EmptyStateProps = {
  Icon: LucideIcon
  title: string
  /** Has its own card, rather than being part of one. */
  isCard?: boolean
  action?: ReactNode
  children: ReactNode
}

/** Says why nothing is shown and what to do next. */
export function EmptyState({ Icon, title, isCard = false, action, children }: EmptyStateProps) {
  return (
    <div className={classes('flex flex-col items-center px-6 py-12 text-center', isCard && 'card')}>
      <span className="mb-4 grid size-11 place-items-center rounded-full bg-accent-soft text-accent-strong">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="font-semibold">{title}</p>
      <div className="mt-1 max-w-md text-balance text-muted">{children}</div>
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
