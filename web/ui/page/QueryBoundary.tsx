import type { ReactNode } from 'react'
import { QueryError } from './QueryError.tsx'
import { Bar } from './Skeleton.tsx'

type LoadedProps<T> = {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  /** Height of what is about to stand here, so that nothing jumps. */
  className?: string
  children: (data: T) => ReactNode
}

/** What a query gave; until then a quiet placeholder, and instead of it what went wrong and a way to try again. */
export function QueryBoundary<T>({ query, className = 'h-64', children }: LoadedProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.error) return <QueryError query={query} />
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        Loading
      </p>
      <Bar className={`rounded-xl ${className}`} />
    </div>
  )
}
