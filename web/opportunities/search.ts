/** What the address of the opportunities' screen says: how they are shown, and which. */
import {
  impactLabels,
  type OpportunityStatus,
  opportunityStatusLabels,
  opportunityTypeLabels,
} from '../../vocabulary/opportunities.ts'
import { keysOf } from '../ui/typed-keys.ts'

export const statuses = keysOf(opportunityStatusLabels)
export const impacts = keysOf(impactLabels)
export const types = keysOf(opportunityTypeLabels)

export type OpportunitySearch = {
  view?: 'list'
  status?: OpportunityStatus
  impact?: (typeof impacts)[number]
  type?: (typeof types)[number]
}

/** Whatever is not one of ours is left out. A board shows every state, so a state is the list's. */
export function opportunitySearch(search: Record<string, unknown>): OpportunitySearch {
  const view = search.view === 'list' ? ('list' as const) : undefined
  const status = view && statuses.find((each) => each === search.status)
  const impact = impacts.find((each) => each === search.impact)
  const type = types.find((each) => each === search.type)
  return {
    ...(view && { view }),
    ...(status && { status }),
    ...(impact && { impact }),
    ...(type && { type }),
  }
}

/** Of one opportunity: what it rests on, or what is to be written. */
export type OpportunityPart = { part?: 'brief' }

export const opportunityPart = ({ part }: Record<string, unknown>): OpportunityPart =>
  part === 'brief' ? { part } : {}
