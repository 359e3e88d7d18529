/** Where a screen is about to stand. */
export function PageSkeleton() {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        Loading
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

export function Bar({ className }: { className: string }) {
  return <div className={`animate-pulse rounded-md bg-line ${className}`} />
}
