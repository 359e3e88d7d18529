import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { EmbeddedError } from './errors.ts'

/** Creates the data directory with access for this user only; throws `EmbeddedError` when it cannot. */
export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(resolve(dataDir))
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? `${cause.code}` : 'unknown'
    throw new EmbeddedError(`DATA_DIR (it is "${dataDir}"): cannot be made a folder (${reason}).`, { cause })
  }
}

/** With the folders above it. Node's own way (`recursive`) tries forever where nothing can be made, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (await isMade(folder)) return
  await makeFolder(dirname(folder))
  if (!(await isMade(folder))) throw Object.assign(new Error('nothing can be made here'), { code: 'ENOENT' })
}

/** False when there is no folder to make it in. */
async function isMade(folder: string): Promise<boolean> {
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
