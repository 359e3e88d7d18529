import type { ReactNode } from 'react'
import type { Returns } from '../../api.ts'

export type SourceDetail = Returns<'GET /api/metrics/source-detail'>

/** A part of the panel of a source. */
export const Part = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => (
  <section aria-label={title} className="px-4 py-3">
    <h3 className="mb-2 text-sm font-semibold">
      {title} {lead && <span className="text-xs font-normal text-muted">{lead}</span>}
    </h3>
    {children}
  </section>
)
