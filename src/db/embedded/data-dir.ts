import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { AppError } from '../../core/errors.ts'

/** Makes the folder of the embedded database and the secret, for us alone; throws `invalid_setting` when it cannot be. */
export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(resolve(dataDir))
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? `${cause.code}` : 'unknown'
    throw new AppError(
      'invalid_setting',
      `DATA_DIR (it is "${dataDir}"): cannot be made a folder (${reason}).`,
    )
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
