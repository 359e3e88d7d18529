/** Verifies a backup: restores it into a temporary installation and runs the doctor's checks on it. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../core/config.ts'
import type { AppContext } from '../core/context.ts'
import { ensureDataDir } from '../db/embedded/data-dir.ts'
import { startEmbedded } from '../db/embedded/embedded.ts'
import { checkInstall } from '../doctor/doctor.ts'
import { readManifest } from './backup.ts'
import type { BackupManifest } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import type { BackupStorage } from './storage.ts'

/** Opens the application with settings that differ from the environment, and closes it afterward. */
export type WithAppFor = (config: Config, work: (app: AppContext) => Promise<void>) => Promise<void>

export type VerifyOptions = {
  withAppFor: WithAppFor
  log: Logger
  /** The folder in which the temporary installation is created. */
  scratch?: string
}

export type BackupVerification = {
  manifest: BackupManifest
  answers: number
  /** The failed checks of the doctor. */
  failures: string[]
}

/** Throws when the backup cannot be restored. */
export async function verifyBackup(
  config: Config,
  storage: BackupStorage,
  name: string,
  { withAppFor, log, scratch = tmpdir() }: VerifyOptions,
): Promise<BackupVerification> {
  const manifest = await readManifest(storage, name)
  const folder = await mkdtemp(join(scratch, 'ansight-verify-'))
  // The account of a server that root starts must be able to enter it.
  await chmod(folder, 0o711)
  const local: Config = {
    ...config,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: null,
    DATABASE_READ_URL: null,
  }
  try {
    const stopServer = await restoreInto(local, storage, manifest, log)
    const found = await inspect(local, withAppFor).finally(() => stopServer?.())
    return { manifest, ...found }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns a function that stops the server that a dump is restored into, and null for the files of a cluster. */
async function restoreInto(
  local: Config,
  storage: BackupStorage,
  { name, kind }: BackupManifest,
  log: Logger,
): Promise<(() => Promise<void>) | null> {
  if (kind === 'cluster') {
    await restoreBackup(local, storage, name)
    return null
  }
  await ensureDataDir(local.DATA_DIR)
  const { connection, stop } = await startEmbedded({ dataDir: local.DATA_DIR, exclusive: false, log })
  const { user, password = '', host, port, database } = connection
  const login = `${user}:${encodeURIComponent(password)}`
  const url = `postgres://${login}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  try {
    await restoreBackup({ ...local, DATABASE_URL: url }, storage, name)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

async function inspect(
  config: Config,
  withAppFor: WithAppFor,
): Promise<Omit<BackupVerification, 'manifest'>> {
  const found: Omit<BackupVerification, 'manifest'> = { answers: 0, failures: [] }
  await withAppFor(config, async (app) => {
    const checks = await checkInstall(app, { online: false, allDays: true })
    found.failures = checks.flatMap(({ verdict, message }) => (verdict === 'fail' ? [message] : []))
    const { count } = await app.db
      .selectFrom('answers')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    found.answers = count
  })
  return found
}
