import { buttonClasses } from '../Button.tsx'
import { PageTitle } from './Page.tsx'

export function NotFoundPage() {
  return (
    <div className="mx-auto max-w-lg px-4 py-16">
      <PageTitle>Not found</PageTitle>
      <p className="font-medium text-accent-strong">404</p>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight">Page not found</h1>
      <p className="mt-2 text-muted">
        It may have been moved or deleted, or you may not have access to it. Ask an owner or admin.
      </p>
      <a href="/dashboard" className={`mt-6 ${buttonClasses('primary')}`}>
        Go to your brands
      </a>
    </div>
  )
}
