import type { ReactNode } from 'react'

type HeadlineProps = {
  /** The state. */
  children: ReactNode
  /** The competitor or the change. */
  context?: ReactNode
}

/** The sentence that opens a screen. */
export function Headline({ children, context }: HeadlineProps) {
  return (
    <p className="min-h-7 text-lg font-semibold tracking-tight sm:text-xl">
      {children} {context && <span className="font-medium text-muted">{context}</span>}
    </p>
  )
}
