import { t } from '../../../vocabulary/texts.ts'

/** Placeholder of a screen. */
export function PageSkeleton() {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {t('ui.loading')}
      </p>
      <Bar className="h-6 w-48" />
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
    <div className="min-h-dvh lg:grid lg:grid-cols-[13.75rem_minmax(0,1fr)]">
      <div className="hidden border-r border-line bg-surface lg:block" />
      <div className="px-4 py-20 sm:px-6 lg:py-4">
        <PageSkeleton />
      </div>
    </div>
  )
}

export function Bar({ className }: { className: string }) {
  return <div className={`animate-pulse rounded-md bg-line ${className}`} />
}
