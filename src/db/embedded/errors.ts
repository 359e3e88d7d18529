/** Why the embedded database cannot be used; the message is one actionable sentence. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}

/** Returns the code of a system error (`ENOSPC`), or undefined for other errors. */
export function getCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/**
 * Turns a system error into a sentence with the attempted action and advice. `setting` names the folder. Other errors are
 * returned unchanged.
 */
export function describeSystemError(error: unknown, action: string, setting = 'DATA_DIR'): unknown {
  const advice = adviceFor[getCode(error) ?? '']?.replace('DATA_DIR', setting)
  return advice && error instanceof Error
    ? new EmbeddedError(`${action}: ${advice} (${error.message})`, { cause: error })
    : error
}

const adviceFor: Record<string, string> = {
  EACCES: 'this user may not write there; change its owner or set DATA_DIR',
  EPERM: 'the system does not permit it; change the owner of the folder or set DATA_DIR',
  EROFS: 'the file system is read-only; set DATA_DIR to a folder that can be written',
  ENOSPC: 'the disk is full; free some space and start again',
  EDQUOT: 'the disk quota is exhausted; free some space and start again',
  ENOTDIR: 'part of the path is a file, not a folder; set DATA_DIR to a folder',
  EEXIST: 'a file has the path of the folder; move it or set DATA_DIR',
}
