/** Renders the dashboard. */
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { Fragment, StrictMode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { currentLanguage, onLanguageChange } from '../vocabulary/language.ts'
import { Reauthentication } from './accounts/Reauthentication.tsx'
import { ApiError } from './api.ts'
import { basePath } from './base-path.ts'
import { routeTree } from './pages.ts'
import { lacksSecondFactor } from './session/queries.ts'
import { ErrorPage } from './ui/page/ErrorPage.tsx'
import { NotFoundPage } from './ui/page/NotFoundPage.tsx'
import { PageSkeleton } from './ui/page/Skeleton.tsx'

const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 10_000, retry: isWorthRetrying, refetchOnWindowFocus: true } },
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
})

const router = createRouter({
  routeTree,
  basepath: basePath || '/',
  context: { queryClient },
  defaultPreload: 'intent',
  // Queries cache the data of screens; the router keeps no copies.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  scrollRestoration: true,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

export function renderDashboard(): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Dashboard />
      </QueryClientProvider>
    </StrictMode>,
  )
}

// Responses have texts in the language of their request.
onLanguageChange(() => void queryClient.invalidateQueries())

/** Renders everything again in another language: components read their texts while they render. */
function Dashboard() {
  return (
    <Fragment key={useSyncExternalStore(onLanguageChange, currentLanguage)}>
      <RouterProvider router={router} />
      <Reauthentication />
    </Fragment>
  )
}

/** Only failures that may be temporary. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503) && failures < 2
}

/**
 * Redirects to sign-in when a request finds the session expired, and then back to this page; and to the account page when the
 * organization requires a second factor since the page was loaded.
 */
function leaveWhenSignedOut(error: Error): void {
  const { pathname, search } = location
  const needsSession = ['/dashboard', '/account'].some((path) => pathname.startsWith(`${basePath}${path}`))
  if (error instanceof ApiError && error.status === 401 && needsSession) {
    location.assign(`${basePath}/sign-in?next=${encodeURIComponent(pathname + search)}`)
  } else if (lacksSecondFactor(error) && pathname.startsWith(`${basePath}/dashboard`)) {
    location.assign(`${basePath}/account`)
  }
}
