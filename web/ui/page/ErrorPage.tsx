import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { t } from '../../../vocabulary/texts.ts'
import { ApiError } from '../../api.ts'
import { Button } from '../Button.tsx'
import { RichText } from '../RichText.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PageTitle } from './Page.tsx'

/** Replaces a screen that failed: what happened, what to do, and the request ID for the operator. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  if (error instanceof ApiError && error.code === 'not_found') return <NotFoundPage />
  if (error instanceof ApiError && error.status === 401)
    return <p role="status">{t('ui.errorPage.redirecting')}</p>
  const again = async () => {
    queries.reset()
    await router.invalidate()
    reset()
  }
  return (
    <div className="mx-auto max-w-lg px-4 py-16">
      <PageTitle>{t('ui.errorPage.title')}</PageTitle>
      <h1 className="text-2xl font-semibold tracking-tight">{t('ui.errorPage.title')}</h1>
      <p className="mt-2 text-muted" role="alert">
        {error instanceof ApiError ? error.message : t('ui.errorPage.notLoaded')}
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button look="primary" onClick={again}>
          {t('ui.tryAgain')}
        </Button>
        <Button onClick={() => location.reload()}>{t('ui.errorPage.reload')}</Button>
      </div>
      {error instanceof ApiError && error.requestId && (
        <p className="mt-6 text-sm text-muted">
          <RichText
            id="ui.errorPage.requestId"
            values={{
              id: <code className="font-mono text-ink [overflow-wrap:anywhere]">{error.requestId}</code>,
            }}
          />
        </p>
      )}
    </div>
  )
}
