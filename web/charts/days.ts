const dayMs = 86_400_000

/** Whether the day or week is not over in UTC. */
export function isCurrent(start: string | undefined, step: 'day' | 'week', nowMs = Date.now()): boolean {
  return start !== undefined && nowMs < Date.parse(start) + (step === 'day' ? 1 : 7) * dayMs
}

/** Every day from the first to the last, in order. */
export function daysBetween(first: string, last: string): string[] {
  const from = Date.parse(first)
  const count = Math.round((Date.parse(last) - from) / dayMs) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    new Date(from + index * dayMs).toISOString().slice(0, 10),
  )
}
