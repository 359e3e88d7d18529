/** URL parameters of the opportunities screen: the view and the filters. */
import {
  impacts,
  type OpportunityStatus,
  opportunityKinds,
  opportunityStatuses,
  opportunityTypes,
} from '../../vocabulary/opportunities.ts'

export type OpportunitySearch = {
  view?: 'list'
  status?: OpportunityStatus
  impact?: (typeof impacts)[number]
  type?: (typeof opportunityTypes)[number]
  kind?: (typeof opportunityKinds)[number]
}

/** Ignores unknown values. The board shows every status, so only the list has a status filter. */
export function opportunitySearch(search: Record<string, unknown>): OpportunitySearch {
  const view = search.view === 'list' ? ('list' as const) : undefined
  const status = view && opportunityStatuses.find((each) => each === search.status)
  const impact = impacts.find((each) => each === search.impact)
  const type = opportunityTypes.find((each) => each === search.type)
  const kind = opportunityKinds.find((each) => each === search.kind)
  return {
    ...(view && { view }),
    ...(status && { status }),
    ...(impact && { impact }),
    ...(type && { type }),
    ...(kind && { kind }),
  }
}

/** The section of an opportunity: evidence or brief. */
export type OpportunityPart = { part?: 'brief' }

export const opportunityPart = ({ part }: Record<string, unknown>): OpportunityPart =>
  part === 'brief' ? { part } : {}
