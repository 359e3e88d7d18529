import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'
import { Bar } from './Skeleton.tsx'

type LoadedProps<T> = {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  /** Height of what is about to stand here, so that nothing jumps. */
  className?: string
  children: (data: T) => ReactNode
}

/** What a query gave; until then a quiet placeholder, and instead of it what went wrong and a way to try again. */
export function Loaded<T>({ query: { data, error, refetch }, className = 'h-64', children }: LoadedProps<T>) {
  if (data !== undefined) return <>{children(data)}</>
  if (error)
    return (
      <Notice tone="bad" live>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span>{error.message}</span>
          <Button size="small" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      </Notice>
    )
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        Loading
      </p>
      <Bar className={`rounded-xl ${className}`} />
    </div>
  )
}
