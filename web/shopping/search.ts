export const shoppingRoles = ['own', 'competitor', 'other'] as const

export type ShoppingSearch = { role?: (typeof shoppingRoles)[number] }

export function shoppingSearch(search: Record<string, unknown>): ShoppingSearch {
  const role = shoppingRoles.find((each) => each === search.role)
  return role ? { role } : {}
}
