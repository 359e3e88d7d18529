/** URL parameters of the opportunities screen: the view and the filters. */
import {
  impacts,
  type OpportunityStatus,
  opportunityKinds,
  opportunityStatuses,
  opportunityTypes,
} from '../../vocabulary/opportunities.ts'
import { getChoice, withoutUndefined } from '../search-params.ts'

export type OpportunitySearch = {
  view?: 'list'
  status?: OpportunityStatus
  impact?: (typeof impacts)[number]
  type?: (typeof opportunityTypes)[number]
  kind?: (typeof opportunityKinds)[number]
}

/** Ignores unknown values. The board shows every status, so only the list has a status filter. */
export function opportunitySearch(search: Record<string, unknown>): OpportunitySearch {
  const view = getChoice(['list'], search.view)
  return withoutUndefined({
    view,
    status: view && getChoice(opportunityStatuses, search.status),
    impact: getChoice(impacts, search.impact),
    type: getChoice(opportunityTypes, search.type),
    kind: getChoice(opportunityKinds, search.kind),
  })
}

/** The section of an opportunity: evidence or brief. */
export type OpportunityPart = { part?: 'brief' }

export const opportunityPart = ({ part }: Record<string, unknown>): OpportunityPart =>
  part === 'brief' ? { part } : {}
