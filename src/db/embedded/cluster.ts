/** The cluster on disk. Created in a temporary folder and renamed, so that it is either complete or absent. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Binaries, describeSpawnError, programPath } from './binaries.ts'
import { describeSystemError, EmbeddedError } from './errors.ts'
import { type Account, chownTo, chownTree, initdbAccount, type ServerLocation } from './location.ts'
import { serverEnvironment } from './server-settings.ts'

export const superuser = 'ansight'

/** Creates the cluster unless it exists, and returns whether it did. Throws if it has another major version. */
export async function ensureCluster(location: ServerLocation, binaries: Binaries): Promise<boolean> {
  removeInterrupted(location)
  const version = join(location.cluster, 'PG_VERSION')
  if (existsSync(version)) {
    const created = readFileSync(version, 'utf8').trim()
    if (created === binaries.major) return false
    throw new EmbeddedError(
      `The database in ${location.cluster} was created by PostgreSQL ${created}, but this version of Ansight runs ${binaries.major}; export it with the version that created it, or set DATA_DIR to another folder`,
    )
  }
  if (hasCluster(location)) {
    throw new EmbeddedError(
      `${location.cluster} is neither empty nor a PostgreSQL cluster and was not touched; move it or set DATA_DIR to another folder`,
    )
  }
  try {
    await createCluster(location, (folder) => runInitdb(folder, location, binaries))
  } catch (error) {
    throw describeSystemError(error, `Cannot create the database in ${location.cluster}`)
  }
  return true
}

/**
 * Returns the password of the cluster, or undefined if it has none. A server of our own account needs none, because only
 * this account can open its socket. A server of root has one in case its account is assigned to another service later.
 */
export function readPassword(location: ServerLocation): string | undefined {
  const file = passwordFile(location)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

const needsPassword = ({ account }: ServerLocation) => process.platform === 'win32' || account !== undefined

export const passwordFile = (location: ServerLocation) => join(location.control, 'password')

/** Returns whether there are files in the place of the cluster. */
export const hasCluster = ({ cluster }: ServerLocation): boolean =>
  existsSync(cluster) && readdirSync(cluster).length > 0

/** `fill` writes the files into an empty folder, which is renamed when it succeeds. */
export async function createCluster(
  location: ServerLocation,
  fill: (folder: string, location: ServerLocation) => Promise<void>,
): Promise<void> {
  const prefix = `${location.cluster}.new-`
  const temporary = mkdtempSync(prefix)
  const created = join(temporary, 'cluster')
  const { account } = location
  try {
    if (account) allowGroup(temporary, account)
    mkdirSync(created, { mode: 0o700 })
    await fill(created, location)
    if (account) chownTree(account, created)
    renameSync(created, location.cluster)
    syncFolder(location.home)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** Lets only the group of the server traverse a folder. */
function allowGroup(folder: string, { gid }: Account): void {
  chownTo({ uid: process.getuid?.() ?? 0, gid }, folder)
  chmodSync(folder, 0o710)
}

/** Removes the files of an interrupted first start, whose `initdb` may still be writing, or of an interrupted restore. */
export function removeInterrupted(location: ServerLocation): void {
  for (const name of readdirSync(location.home)) {
    if (name.startsWith('cluster.new-'))
      rmSync(join(location.home, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

async function runInitdb(folder: string, location: ServerLocation, binaries: Binaries): Promise<void> {
  const file = programPath(binaries, 'initdb')
  const account = location.account && initdbAccount(location.account)
  chownTo(account, folder)
  // A separate file, because the account of initdb cannot read ours. `removeInterrupted` deletes it after a crash.
  const password = needsPassword(location) ? `${folder}.password` : undefined
  if (password !== undefined) createPassword(location, password, account)
  const child = spawn(file, [`--pgdata=${folder}`, ...initdbOptions(password)], {
    ...account,
    cwd: '/',
    env: serverEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  })
  const stderr: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.push(text))
  const code = await new Promise((resolve, reject) => {
    child.on('error', (error) => reject(describeSpawnError(file, error)))
    child.on('close', resolve)
  }).finally(() => password !== undefined && rmSync(password, { force: true }))
  if (code !== 0) throw initdbError(stderr.join(''), location)
}

function createPassword(location: ServerLocation, file: string, account: Account | undefined): void {
  const password = randomBytes(24).toString('hex')
  for (const each of [passwordFile(location), file]) {
    rmSync(each, { force: true })
    writeFileSync(each, password, { mode: 0o600, flag: 'wx' })
  }
  chownTo(account, file)
}

function initdbOptions(passwordFile: string | undefined): string[] {
  return [
    `--username=${superuser}`,
    '--encoding=UTF8',
    // Gives the same sort order on every system and after every upgrade of the C library.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(passwordFile === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]),
  ]
}

function initdbError(stderr: string, location: ServerLocation): EmbeddedError {
  if (stderr.includes('No space left on device')) {
    return new EmbeddedError(
      `Cannot create the database in ${location.cluster}: the disk is full; free about 60 MB and start again`,
    )
  }
  if (stderr.includes('could not look up effective user ID')) {
    return new EmbeddedError(
      `PostgreSQL cannot run as user ${process.getuid?.()}, which has no entry in /etc/passwd; add one, start Ansight as another user, or set DATABASE_URL`,
    )
  }
  const last =
    stderr
      .trim()
      .split('\n')
      .find((line) => line.includes('error:') || line.includes('FATAL')) ?? stderr.trim()
  return new EmbeddedError(`Cannot create the database in ${location.cluster}: ${last}`)
}

/**
 * Flushes a folder to disk. Otherwise, a power failure right after the first start could undo the rename and lose every
 * commit.
 */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
