import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { session } from '../session/queries.ts'

/** Once signed in: forget that nobody was, and go where the person was headed. */
export function useAfterSignIn(): () => void {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { next } = useSearch({ strict: false })
  return () => {
    queryClient.removeQueries({ queryKey: session.queryKey })
    router.history.push(sameSitePath(next, location.origin))
  }
}

/** A path of this very site, or the dashboard: an address that leads elsewhere is not followed. */
export function sameSitePath(next: string | undefined, origin: string): string {
  if (next === undefined || !next.startsWith('/') || !URL.canParse(next, origin)) return '/dashboard'
  const url = new URL(next, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : '/dashboard'
}
