/**
 * Locks between processes that die with their process, whatever kills it. Node has no file locks of its own,
 * so SQLite holds them for us: an open transaction on an empty file is a lock of the operating system
 * (fcntl, LockFileEx) and nothing is ever written. The database's own advisory locks would not do, as they
 * are lost whenever one crashing backend makes the server restart.
 */
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedError } from './errors.ts'
import { giveToOwnerOfFolder } from './location.ts'

export type Lock = { release(): void }

const kinds = {
  /** One holder at a time. Two processes that try at once never both fail. */
  single: 'begin immediate',
  /** Any number of holders. */
  shared: 'begin; select 1 from sqlite_schema',
  /** Only while nobody holds it in any way. */
  alone: 'begin exclusive',
} as const

export function tryLock(file: string, kind: keyof typeof kinds): Lock | undefined {
  const handle = open(file)
  try {
    handle.exec(`pragma journal_mode = memory; ${kinds[kind]}`)
    held.add(handle)
    return { release: () => letGo(handle) }
  } catch (error) {
    handle.close()
    if (errorNumber(error) === busy) return undefined
    throw cannotLock(file, error)
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

/** A handle that nobody refers to is closed by the garbage collector, and its lock would be free. */
const held = new Set<DatabaseSync>()

function letGo(handle: DatabaseSync): void {
  if (held.delete(handle)) handle.close()
}

function open(file: string): DatabaseSync {
  try {
    const handle = new DatabaseSync(file, { timeout: 0 })
    giveToOwnerOfFolder(file)
    return handle
  } catch (error) {
    throw cannotLock(file, error)
  }
}

function errorNumber(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : undefined
}

function cannotLock(file: string, error: unknown): EmbeddedError {
  const reason = error instanceof Error ? error.message : String(error)
  return new EmbeddedError(
    `Cannot lock ${file}: ${reason}; DATA_DIR must be a folder that this user can write, on a file system with locks`,
    {
      cause: error,
    },
  )
}
