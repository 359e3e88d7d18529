/**
 * Throws `refusal` when a unique index rejects what `work` writes. A check before the write would race with concurrent
 * requests.
 */
export const onUniqueViolation = <T>(work: Promise<T>, refusal: Error): Promise<T> =>
  onViolation('23505', work, refusal)

/** Like `onUniqueViolation`, when a foreign key rejects it, because the row that it names was deleted. */
export const onForeignKeyViolation = <T>(work: Promise<T>, refusal: Error): Promise<T> =>
  onViolation('23503', work, refusal)

/** `code`: of PostgreSQL, appendix A. */
async function onViolation<T>(code: string, work: Promise<T>, refusal: Error): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === code ? refusal : error
  }
}
