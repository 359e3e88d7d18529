/** Where backups are stored: a folder, or a bucket of an S3-compatible service. */
import type { Readable } from 'node:stream'
import type { Manifest } from './manifest.ts'

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
  commit(manifest: Manifest): Promise<void>
  abort(): Promise<void>
}

export const manifestFile = 'manifest.json'
