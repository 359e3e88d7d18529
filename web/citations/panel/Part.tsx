import type { ReactNode } from 'react'
import type { Returns } from '../../api.ts'

export type SourceDetail = Returns<'GET /api/metrics/source-detail'>

type PartProps = { title: string; lead?: string; action?: ReactNode; children: ReactNode }

/** A part of the panel of a source. */
export const Part = ({ title, lead, action, children }: PartProps) => (
  <section aria-label={title} className="px-4 py-3">
    <div className="mb-2 flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <h3 className="min-w-0 flex-1 basis-60 text-sm font-semibold">
        {title} {lead && <span className="text-xs font-normal text-muted">{lead}</span>}
      </h3>
      {action && <div className="max-w-full">{action}</div>}
    </div>
    {children}
  </section>
)
