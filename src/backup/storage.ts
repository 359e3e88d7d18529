/** Where backups are stored: a folder, or a bucket of an S3-compatible service. */
import type { Readable } from 'node:stream'
import type { BackupManifest } from './manifest.ts'

export type BackupStorage = {
  /** Returns the names of complete backups, oldest first. */
  list(): Promise<string[]>
  /** Deletes what interrupted backups left, and starts a new one. No other backup may be in progress. */
  create(name: string): Promise<BackupDraft>
  readManifest(name: string): Promise<string>
  read(name: string, file: string): Promise<Readable>
  delete(name: string): Promise<void>
}

/** A backup that is not listed before `commit`. */
export type BackupDraft = {
  write(file: string, content: Readable): Promise<void>
  commit(manifest: BackupManifest): Promise<void>
  abort(): Promise<void>
}

export const backupManifestFile = 'manifest.json'

/** Returns the storage with calls that reject at the deadline, even if the storage never answers. */
export function withDeadline(storage: BackupStorage, deadline: AbortSignal): BackupStorage {
  const limited = <T>(call: Promise<T>) => beforeDeadline(call, deadline)
  return {
    list: () => limited(storage.list()),
    create: async (name) => {
      const draft = await limited(storage.create(name))
      return {
        write: (file, content) => limited(draft.write(file, content)),
        commit: (manifest) => limited(draft.commit(manifest)),
        abort: () => limited(draft.abort()),
      }
    },
    readManifest: (name) => limited(storage.readManifest(name)),
    read: (name, file) => limited(storage.read(name, file)),
    delete: (name) => limited(storage.delete(name)),
  }
}

async function beforeDeadline<T>(call: Promise<T>, deadline: AbortSignal): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const stop = () => reject(deadline.reason)
  if (deadline.aborted) stop()
  deadline.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([call, ended])
  } finally {
    deadline.removeEventListener('abort', stop)
  }
}
