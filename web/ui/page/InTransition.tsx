import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** Renders the lower part of a long screen after the upper part, in slices, so that neither input nor the chart waits for it. */
export function InTransition({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => startTransition(() => setShown(true)), [])
  return isShown ? children : null
}
