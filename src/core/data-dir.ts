import { mkdir } from 'node:fs/promises'
import { AppError } from './errors.ts'

/** Makes the folder of the embedded database and the secret, for us alone; throws `invalid_setting` when it cannot be. */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? `${cause.code}` : 'unknown'
    throw new AppError(
      'invalid_setting',
      `DATA_DIR (it is "${dataDir}"): cannot be made a folder (${reason}).`,
    )
  }
}
