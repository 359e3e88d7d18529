import type { ReactNode } from 'react'
import type { Returns } from '../../api.ts'

export type SourceDetail = Returns<'GET /api/metrics/source-detail'>

/** A part of the panel of a source. */
type PartProps = { title: string; lead?: string; action?: ReactNode; children: ReactNode }

export const Part = ({ title, lead, action, children }: PartProps) => (
  <section aria-label={title} className="px-4 py-3">
    <div className="mb-2 flex items-baseline gap-3">
      <h3 className="text-sm font-semibold">
        {title} {lead && <span className="text-xs font-normal text-muted">{lead}</span>}
      </h3>
      {action && <div className="ml-auto shrink-0">{action}</div>}
    </div>
    {children}
  </section>
)
