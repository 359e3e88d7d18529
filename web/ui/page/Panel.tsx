import { type ReactNode, useId } from 'react'

type PanelProps = {
  title: string
  /** `h2` directly below the screen's heading. */
  heading?: 'h2' | 'h3'
  lead?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** One subject of a settings screen: description on the left, controls on the right; stacked on a phone. */
export function Panel({ title, heading: Heading = 'h3', lead, actions, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card mb-4 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <Heading id={id} className="font-semibold">
            {title}
          </Heading>
          {lead && <div className="max-w-2xl text-sm text-muted">{lead}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children && <div className="mt-4 empty:hidden">{children}</div>}
    </section>
  )
}
