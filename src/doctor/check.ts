/** `warn`: it works, but possibly not as intended; `fail`: something is wrong. */
export type Verdict = 'ok' | 'warn' | 'fail'

export type Check = {
  /** Stable across versions, so that scripts can rely on it. */
  id: string
  verdict: Verdict
  /** The finding, as a sentence. */
  message: string
  /** What to do; null if nothing. */
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
