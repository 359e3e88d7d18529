export const roles = ['own', 'competitor', 'other'] as const

export type ShoppingSearch = { role?: (typeof roles)[number] }

export function shoppingSearch(search: Record<string, unknown>): ShoppingSearch {
  const role = roles.find((each) => each === search.role)
  return role ? { role } : {}
}
