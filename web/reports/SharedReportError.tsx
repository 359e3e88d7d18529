import type { ErrorComponentProps } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { ApiError } from '../api.ts'
import { ErrorPage } from '../ui/page/ErrorPage.tsx'
import { PageTitle } from '../ui/page/Page.tsx'

/** A link that is unknown, expired or revoked: the page does not say which. */
export function SharedReportError(props: ErrorComponentProps) {
  const { error } = props
  if (!(error instanceof ApiError && error.code === 'not_found')) return <ErrorPage {...props} />
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center px-4 py-12 text-center">
      <PageTitle>{t('reports.shared.title')}</PageTitle>
      <h1 className="text-xl font-semibold tracking-tight">{t('reports.shared.notFoundTitle')}</h1>
      <p className="mt-1 text-muted">{t('reports.shared.notFound')}</p>
    </main>
  )
}
