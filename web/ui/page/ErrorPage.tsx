import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError } from '../../api.ts'
import { Button } from '../Button.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PageTitle } from './Page.tsx'

/** Replaces a screen that failed: what happened, what to do, and the request ID for the operator. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  if (error instanceof ApiError && error.code === 'not_found') return <NotFoundPage />
  if (error instanceof ApiError && error.status === 401) return <p role="status">Taking you to sign-in…</p>
  const again = async () => {
    queries.reset()
    await router.invalidate()
    reset()
  }
  return (
    <div className="mx-auto max-w-lg px-4 py-16">
      <PageTitle>Something went wrong</PageTitle>
      <h1 className="text-2xl font-semibold tracking-tight">Something went wrong</h1>
      <p className="mt-2 text-muted" role="alert">
        {error instanceof ApiError
          ? error.message
          : 'The page failed to load, or Ansight was updated since you opened it.'}
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button look="primary" onClick={again}>
          Try again
        </Button>
        <Button onClick={() => location.reload()}>Reload the page</Button>
      </div>
      {error instanceof ApiError && error.requestId && (
        <p className="mt-6 text-sm text-muted">
          If it persists, quote this request ID:{' '}
          <code className="font-mono text-ink [overflow-wrap:anywhere]">{error.requestId}</code>
        </p>
      )}
    </div>
  )
}
