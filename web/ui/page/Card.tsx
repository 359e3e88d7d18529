import { type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'

type CardProps = { title: string; lead?: string; actions?: ReactNode; children: ReactNode }

/** One part of a screen: a card with its title inside. */
export function Card({ title, lead, actions, children }: CardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card flex min-w-0 flex-col">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 pb-2 pt-3">
        <div
          className={classes(
            'flex min-w-0 flex-wrap items-baseline gap-x-2',
            lead === undefined ? 'flex-auto' : 'flex-1 basis-48',
          )}
        >
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {lead !== undefined && <p className="text-xs text-muted">{lead}</p>}
        </div>
        {actions && <div className="flex items-center gap-2 text-sm">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
