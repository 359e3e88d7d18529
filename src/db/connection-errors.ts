/**
 * Whether an error says that the database could not be asked, rather than that it refused what it was asked. The queue
 * reports copies of errors, so it need not be an `Error`.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = partOf(error, 'code')
  // Of a socket's file that is not there; elsewhere ENOENT is about some other file.
  if (code === 'ENOENT') return partOf(error, 'syscall') === 'connect'
  return networkCodes.has(code) || goneStates.test(code) || driverSentences.test(partOf(error, 'message'))
}

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

/** Class 08 is a connection failure, 57P a shutdown or a start, 53300 too many connections (PostgreSQL, appendix A). */
const goneStates = /^(08...|57P..|53300)$/

/** What `pg` says, without a code, when a connection breaks under a query or does not come. */
const driverSentences =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/

function partOf(error: unknown, name: string): string {
  if (typeof error !== 'object' || error === null) return ''
  return String(Reflect.get(error, name) ?? '')
}
