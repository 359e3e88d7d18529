import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AnswerSearch } from '../answers/search.ts'
import { useBrand } from '../brands/useBrand.ts'
import type { OpportunityDetail } from './queries.ts'

type EvidenceLinkProps = {
  of: Pick<OpportunityDetail, 'prompt_id' | 'source_data'>
  which?: AnswerSearch
  children: ReactNode
}

/** Links to the answers of the evidence: its period, and the prompt of a gap, regardless of the screen's filters. */
export function EvidenceLink({ of: { prompt_id, source_data }, which = {}, children }: EvidenceLinkProps) {
  const { slug } = useBrand()
  const { date_from: from, date_to: to } = source_data.window
  return (
    <Link
      to="/dashboard/brands/$slug/answers"
      params={{ slug }}
      search={{ from, to, ...(source_data.kind === 'gap' && { prompt: prompt_id }), ...which }}
      className="link whitespace-nowrap"
    >
      {children}
    </Link>
  )
}
