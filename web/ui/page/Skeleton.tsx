import { t } from '../../../vocabulary/texts.ts'

/** Placeholder of a screen. */
export function PageSkeleton() {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {t('ui.loading')}
      </p>
      <Bar className="h-8 w-48" />
      <Bar className="mt-3 h-4 w-72 max-w-full" />
      <div className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Bar key={key} className="h-28 rounded-xl" />
        ))}
      </div>
      <Bar className="mt-6 h-64 rounded-xl" />
    </div>
  )
}

/** Placeholder of a screen before the layout is loaded. */
export function FirstSkeleton() {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      <div className="hidden border-r border-line bg-surface lg:block" />
      <div className="mx-auto w-full max-w-7xl px-4 py-20 sm:px-8 lg:py-6">
        <PageSkeleton />
      </div>
    </div>
  )
}

export function Bar({ className }: { className: string }) {
  return <div className={`animate-pulse rounded-md bg-line ${className}`} />
}
