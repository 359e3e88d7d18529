import { cardRoles } from '../../vocabulary/labels.ts'
import { getChoice, withoutUndefined } from '../search-params.ts'

export type ShoppingSearch = { role?: (typeof cardRoles)[number] }

export const shoppingSearch = (search: Record<string, unknown>): ShoppingSearch =>
  withoutUndefined({ role: getChoice(cardRoles, search.role) })
