import type { ReactNode } from 'react'
import { t } from '../../../vocabulary/texts.ts'
import { QueryError } from './QueryError.tsx'
import { Bar } from './Skeleton.tsx'

type LoadedProps<T> = {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  /** Height of the content, to avoid layout shifts. */
  className?: string
  children: (data: T) => ReactNode
}

/** The result of a query; a placeholder while loading, and an error with a retry button on failure. */
export function QueryBoundary<T>({ query, className = 'h-64', children }: LoadedProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.error) return <QueryError query={query} />
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {t('ui.loading')}
      </p>
      <Bar className={`rounded-xl ${className}`} />
    </div>
  )
}
