import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { basePath } from '../base-path.ts'
import { session } from '../session/queries.ts'

/** After sign-in: drops the cached signed-out state and opens the page the user wanted, which `to` or the address names. */
export function useAfterSignIn(to?: string): () => void {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { next } = useSearch({ strict: false })
  return () => {
    queryClient.removeQueries({ queryKey: session.queryKey })
    router.history.push(sameSitePath(to ?? next, location.origin))
  }
}

/** Returns a path on this site, or the dashboard for any address elsewhere. */
export function sameSitePath(next: string | undefined, origin: string): string {
  if (next === undefined || !next.startsWith('/') || !URL.canParse(next, origin))
    return `${basePath}/dashboard`
  const url = new URL(next, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : `${basePath}/dashboard`
}
