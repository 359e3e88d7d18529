/**
 * Answers with `refusal` when a unique index refuses what `work` writes. Looking first whether a name is free would let
 * two requests at once both find it so.
 */
export async function onUniqueViolation<T>(work: Promise<T>, refusal: Error): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isUniqueViolation(error) ? refusal : error
  }
}

/** PostgreSQL, appendix A. */
const isUniqueViolation = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '23505'
