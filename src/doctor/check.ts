/** `warn`: it works, but possibly not as intended; `fail`: something is wrong. */
export type CheckVerdict = 'ok' | 'warn' | 'fail'

export type DoctorCheck = {
  /** Stable across versions, so that scripts can rely on it. */
  id: string
  verdict: CheckVerdict
  /** The finding, as a sentence. */
  message: string
  /** What to do; null if nothing. */
  action: string | null
}

export const ok = (id: string, message: string): DoctorCheck => ({ id, verdict: 'ok', message, action: null })
export const warn = (id: string, message: string, action: string): DoctorCheck => ({
  id,
  verdict: 'warn',
  message,
  action,
})
export const fail = (id: string, message: string, action: string): DoctorCheck => ({
  id,
  verdict: 'fail',
  message,
  action,
})

export const getMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
