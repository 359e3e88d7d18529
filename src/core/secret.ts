import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** The install's secret: the setting, else the one made at the first start and kept in DATA_DIR, readable by us alone. */
export async function secretKeyOf(config: Config): Promise<string> {
  if (config.SECRET_KEY !== null) return config.SECRET_KEY
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 })
  const path = join(config.DATA_DIR, 'secret-key')
  try {
    // 'wx' fails when the file is there: of two first starts, one makes the key and both read it.
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(randomBytes(32).toString('hex'))
    await file.sync()
    await file.close()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const key = (await readFile(path, 'utf8')).trim()
  if (key.length < 32)
    throw new Error(
      `${path} does not hold a secret of at least 32 characters; remove it to have a new one made.`,
    )
  return key
}
