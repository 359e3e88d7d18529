import { type ReactNode, useId } from 'react'

type SectionProps = { title: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode }

export function Section({ title, lead, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-8 [header+&]:mt-0">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
          {lead && <p className="text-sm text-muted [overflow-wrap:anywhere]">{lead}</p>}
        </div>
        {actions && <div className="flex max-w-full flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
