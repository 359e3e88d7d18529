/**
 * Throws `refusal` when a unique index rejects what `work` writes. A check before the write would race with concurrent
 * requests.
 */
export async function onUniqueViolation<T>(work: Promise<T>, replacement: Error): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isUniqueViolation(error) ? replacement : error
  }
}

/** Returns whether the error is a unique violation (PostgreSQL, appendix A). */
const isUniqueViolation = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '23505'
