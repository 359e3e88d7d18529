/**
 * Returns whether an error means that the database was unavailable, rather than that it rejected a statement. Accepts
 * plain objects too, because the queue reports copies of errors.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = readText(error, 'code')
  // Only for a missing socket file; elsewhere ENOENT is about another file.
  if (code === 'ENOENT') return readText(error, 'syscall') === 'connect'
  return (
    networkCodes.has(code) || unavailableStates.test(code) || driverMessages.test(readText(error, 'message'))
  )
}

/** Returns whether an error means that data cannot be stored now: a full disk, exhausted resources, or a read-only database. */
export function isStorageUnavailable(error: unknown): boolean {
  const code = readText(error, 'code')
  return code === 'ENOSPC' || storageStates.test(code)
}

/** Class 53 is insufficient resources, 25006 a read-only transaction (PostgreSQL, appendix A). */
const storageStates = /^(53...|25006)$/

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * Class 08 is a connection failure, 57P a shutdown or startup, 57014 a statement timeout, 53300 too many connections
 * (PostgreSQL, appendix A).
 */
const unavailableStates = /^(08...|57P..|57014|53300)$/

/** Messages without a code: of `pg` and, for its connections to workers, of Citus, when a connection breaks or times out. */
const driverMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|failure on connection marked as essential/

function readText(error: unknown, name: string): string {
  if (typeof error !== 'object' || error === null) return ''
  return String(Reflect.get(error, name) ?? '')
}
