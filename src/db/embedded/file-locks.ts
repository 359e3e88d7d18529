/**
 * Locks between processes that the operating system releases when a process ends, however it ends. Node has no file
 * locks, so SQLite provides them: an open transaction on an empty file is an operating system lock (fcntl, LockFileEx),
 * and nothing is written. PostgreSQL advisory locks are not suitable, because a crashing backend restarts the server
 * and loses them.
 */
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedError } from './errors.ts'
import { chownToFolderOwner } from './location.ts'

export type Lock = { release(): void }

const kinds = {
  /** One holder at a time. Of two concurrent attempts at least one succeeds. */
  single: 'begin immediate',
  /** Any number of holders. */
  shared: 'begin; select 1 from sqlite_schema',
  /** Excludes all other holders. */
  exclusive: 'begin exclusive',
} as const

export function tryLock(file: string, kind: keyof typeof kinds): Lock | undefined {
  const handle = open(file)
  try {
    handle.exec(`pragma journal_mode = memory; ${kinds[kind]}`)
    openHandles.add(handle)
    return { release: () => releaseHandle(handle) }
  } catch (error) {
    handle.close()
    if (errorNumber(error) === busy) return undefined
    throw lockError(file, error)
  }
}

export async function waitForLock(file: string, kind: keyof typeof kinds, timeoutMs: number): Promise<Lock> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const lock = tryLock(file, kind)
    if (lock) return lock
    if (performance.now() > deadline) {
      throw new EmbeddedError(
        `Another process has been starting or stopping the database for ${timeoutMs / 1000} s (${file})`,
      )
    }
    await delay(10)
  }
}

const busy = 5

/** Keeps handles referenced: the garbage collector would close them and release their locks. */
const openHandles = new Set<DatabaseSync>()

function releaseHandle(handle: DatabaseSync): void {
  if (openHandles.delete(handle)) handle.close()
}

function open(file: string): DatabaseSync {
  try {
    const handle = new DatabaseSync(file, { timeout: 0 })
    chownToFolderOwner(file)
    return handle
  } catch (error) {
    throw lockError(file, error)
  }
}

function errorNumber(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : undefined
}

function lockError(file: string, error: unknown): EmbeddedError {
  const reason = error instanceof Error ? error.message : String(error)
  return new EmbeddedError(
    `Cannot lock ${file}: ${reason}; DATA_DIR must be a folder that this user can write, on a file system with locks`,
    {
      cause: error,
    },
  )
}
