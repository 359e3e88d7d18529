import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { EmbeddedError } from './errors.ts'

/** Creates the data directory with access for this user only. Throws `EmbeddedError` on failure. */
export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    await createFolders(resolve(dataDir))
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? `${cause.code}` : 'unknown'
    throw new EmbeddedError(`DATA_DIR ("${dataDir}") cannot be created as a folder (${reason}).`, { cause })
  }
}

/**
 * Creates missing parent folders too. Node's `recursive` option loops forever where nothing can be created, as in
 * /proc.
 */
async function createFolders(folder: string): Promise<void> {
  if (await tryCreate(folder)) return
  await createFolders(dirname(folder))
  if (!(await tryCreate(folder)))
    throw Object.assign(new Error('folder cannot be created'), { code: 'ENOENT' })
}

/** Returns false when the parent folder is missing. */
async function tryCreate(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 })
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' && dirname(folder) !== folder) return false
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return true
    throw error
  }
}
