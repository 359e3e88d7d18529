/** `warn`: it works, but perhaps not as somebody means it to; `fail`: something is wrong. */
export type Verdict = 'ok' | 'warn' | 'fail'

export type Check = {
  /** Stays the same over versions, so that scripts can ask for it. */
  id: string
  verdict: Verdict
  /** What was found, as a sentence. */
  message: string
  /** What to do about it; null where nothing is to be done. */
  action: string | null
}

export const ok = (id: string, message: string): Check => ({ id, verdict: 'ok', message, action: null })
export const warn = (id: string, message: string, action: string): Check => ({
  id,
  verdict: 'warn',
  message,
  action,
})
export const fail = (id: string, message: string, action: string): Check => ({
  id,
  verdict: 'fail',
  message,
  action,
})

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
