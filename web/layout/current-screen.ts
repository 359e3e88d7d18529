import { useLocation } from '@tanstack/react-router'
import type { NavigationItem } from './navigation-items.ts'

/** Returns whether the current screen, or the one that it belongs to, is the given one. */
export function useIsHere(): (item: NavigationItem, slug: string | undefined) => boolean {
  const { pathname } = useLocation()
  return ({ to, exact }, slug) => {
    const here = to.replace('$slug', slug ?? '')
    return pathname === here || (!exact && pathname.startsWith(`${here}/`))
  }
}
