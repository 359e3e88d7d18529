import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../core/config.ts'
import { newId } from '../core/ids.ts'
import { ensureDataDir } from './embedded/data-dir.ts'

/** The install's secret: the setting, else the one made at the first start and kept in DATA_DIR, readable by us alone. */
export async function loadSecretKey(config: Config): Promise<string> {
  if (config.SECRET_KEY !== null) return config.SECRET_KEY
  await ensureDataDir(config.DATA_DIR)
  const path = join(config.DATA_DIR, 'secret-key')
  const key = (await readIfThere(path)) ?? (await makeKey(path))
  if (key.length < 32)
    throw new Error(
      `${path} does not hold a secret of at least 32 characters; remove it to have a new one made.`,
    )
  return key
}

/** Linking a finished file fails when the name is there: of two first starts, one makes the key, and neither reads half of it. */
async function makeKey(path: string): Promise<string> {
  const draft = `${path}.${newId()}`
  try {
    const file = await open(draft, 'wx', 0o600)
    await file.writeFile(randomBytes(32).toString('hex'))
    await file.sync()
    await file.close()
    await link(draft, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
  return (await readFile(path, 'utf8')).trim()
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
