/** The cluster on disk: made once, beside its place and renamed, so that it is either whole or not there. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Binaries, describeSpawnError, program } from './binaries.ts'
import { describeSystemError, EmbeddedError } from './errors.ts'
import { chownTo, type ServerLocation } from './location.ts'
import { serverEnvironment } from './server-settings.ts'

export const superuser = 'ansight'

/** Makes the cluster unless it is there. True when it was made. Throws when it is of another major version. */
export async function ensureCluster(place: ServerLocation, binaries: Binaries): Promise<boolean> {
  const version = join(place.cluster, 'PG_VERSION')
  if (existsSync(version)) {
    const made = readFileSync(version, 'utf8').trim()
    if (made === binaries.major) return false
    throw new EmbeddedError(
      `The database in ${place.cluster} was made by PostgreSQL ${made}, and this version of Ansight runs ${binaries.major}; export it with the version that made it, or set DATA_DIR to another folder`,
    )
  }
  if (existsSync(place.cluster) && readdirSync(place.cluster).length > 0) {
    throw new EmbeddedError(
      `${place.cluster} is neither empty nor a PostgreSQL cluster, so it is left alone; move it away or set DATA_DIR to another folder`,
    )
  }
  try {
    await makeCluster(place, binaries)
  } catch (error) {
    throw describeSystemError(error, `Cannot make the database in ${place.cluster}`)
  }
  return true
}

/** The password of the server where it listens on TCP; a Unix socket in a 0700 folder needs none. */
export function readPassword(place: ServerLocation): string | undefined {
  return process.platform === 'win32' ? readFileSync(passwordFile(place), 'utf8').trim() : undefined
}

const passwordFile = (place: ServerLocation) => join(place.control, 'password')

async function makeCluster(place: ServerLocation, binaries: Binaries): Promise<void> {
  const partial = `${place.cluster}.new-`
  removeInterrupted(place)
  const fresh = mkdtempSync(partial)
  chmodSync(fresh, 0o700)
  try {
    chownTo(place.account, fresh)
    await runInitdb(fresh, place, binaries)
    renameSync(fresh, place.cluster)
    flushFolder(place.home)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    throw error
  }
}

/** What a first start that was killed left behind. Its `initdb` may still be writing there for a moment. */
function removeInterrupted(place: ServerLocation): void {
  for (const name of readdirSync(place.home)) {
    if (name.startsWith('cluster.new-'))
      rmSync(join(place.home, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

async function runInitdb(folder: string, place: ServerLocation, binaries: Binaries): Promise<void> {
  const file = program(binaries, 'initdb')
  const child = spawn(file, [`--pgdata=${folder}`, ...initdbOptions(place)], {
    ...place.account,
    cwd: '/',
    env: serverEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  })
  const told: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => told.push(text))
  const code = await new Promise((resolve, reject) => {
    child.on('error', (error) => reject(describeSpawnError(file, error)))
    child.on('close', resolve)
  })
  if (code !== 0) throw initdbError(told.join(''), place)
}

function initdbOptions(place: ServerLocation): string[] {
  const options = [
    `--username=${superuser}`,
    '--encoding=UTF8',
    // The same order of text on every system and after every upgrade of a C library.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]
  if (process.platform !== 'win32') return [...options, '--auth=trust']
  writeFileSync(passwordFile(place), randomBytes(24).toString('hex'), { mode: 0o600 })
  return [...options, '--auth=scram-sha-256', `--pwfile=${passwordFile(place)}`]
}

function initdbError(told: string, place: ServerLocation): EmbeddedError {
  if (told.includes('No space left on device')) {
    return new EmbeddedError(
      `Cannot make the database in ${place.cluster}: the disk is full; make room (about 60 MB) and start again`,
    )
  }
  if (told.includes('could not look up effective user ID')) {
    return new EmbeddedError(
      `PostgreSQL cannot run as user ${process.getuid?.()}, who has no entry in /etc/passwd; add one, start Ansight as another user, or set DATABASE_URL`,
    )
  }
  const last =
    told
      .trim()
      .split('\n')
      .find((line) => line.includes('error:') || line.includes('FATAL')) ?? told.trim()
  return new EmbeddedError(`Cannot make the database in ${place.cluster}: ${last}`)
}

/** Without this a power cut right after the first start could forget the rename, and with it every commit. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
