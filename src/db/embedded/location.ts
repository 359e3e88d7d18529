/**
 * Who runs the server and where its files lie. PostgreSQL refuses to run as root, so for root the server is
 * `nobody`, who must be able to reach both the binaries and the cluster: where it cannot (a project under
 * /root), they lie under /var/lib/ansight and the data folder records where.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describeSystemError, EmbeddedError } from './errors.ts'

export type Account = { uid: number; gid: number }

export type ServerLocation = {
  /** `DATA_DIR/postgres`: our locks and the server's log; ours. */
  control: string
  /** The folder of the cluster: `control`, or one that the server's account can reach. */
  home: string
  /** The cluster itself; the server's, mode 0700. */
  cluster: string
  /** Whom the server runs as; undefined where that is us. */
  account: Account | undefined
}

export function makeControl(dataDir: string): string {
  const control = join(dataDir, 'postgres')
  try {
    const byRoot = process.getuid?.() === 0
    if (byRoot) letServerPass(dataDir)
    mkdirSync(control, { recursive: true, mode: byRoot ? 0o711 : 0o700 })
    return realpathSync(control)
  } catch (error) {
    throw describeSystemError(error, `Cannot make the data folder ${control}`)
  }
}

/**
 * A data folder that root just made for us may be closed to everyone else; the server's account must pass
 * through, to files that are closed by themselves. A folder with anything in it is left as it is.
 */
function letServerPass(dataDir: string): void {
  const { uid, mode } = statSync(dataDir, { throwIfNoEntry: false }) ?? {}
  if (uid === 0 && mode !== undefined && readdirSync(dataDir).length === 0) chmodSync(dataDir, mode | 0o011)
}

export function resolveLocation(control: string, systemDir: string): ServerLocation {
  try {
    const home = recordedHome(control) ?? chooseHome(control, systemDir)
    const cluster = join(home, 'cluster')
    return { control, home, cluster, account: accountFor(cluster) }
  } catch (error) {
    throw describeSystemError(error, `Cannot choose where the database of ${control} lies`)
  }
}

/** Gives what root made for the server to the server's account. */
export function chownTo(account: Account | undefined, path: string): void {
  if (!account) return
  try {
    chownSync(path, account.uid, account.gid)
  } catch (error) {
    throw notPermitted(error)
  }
}

/** A container may take from root the right to become, or to give files to, another user. */
export function notPermitted(error: unknown): EmbeddedError {
  return new EmbeddedError(
    'PostgreSQL does not run as root and this system does not permit root to run it as "nobody"; start Ansight as an ordinary user or set DATABASE_URL',
    { cause: error },
  )
}

/** Root must not leave files in a user's folder that the user cannot open later. */
export function giveToOwnerOfFolder(file: string): void {
  if (process.getuid?.() !== 0) return
  const folder = lstatSync(dirname(file))
  if (lstatSync(file).uid !== folder.uid) chownSync(file, folder.uid, folder.gid)
}

/** Whether an account can pass through every folder on the way to a path, and read it if it is a file. */
export function canReach(path: string, account: Account): boolean {
  const entry = statSync(path)
  const shift = entry.uid === account.uid ? 6 : entry.gid === account.gid ? 3 : 0
  const needed = entry.isDirectory() ? 0o1 : 0o4
  if (((entry.mode >> shift) & needed) === 0) return false
  return path === dirname(path) || canReach(dirname(path), account)
}

export function nobodyAccount(): Account {
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch (error) {
    throw new EmbeddedError(
      'PostgreSQL does not run as root and this system has no user "nobody" to run it as; start Ansight as an ordinary user or set DATABASE_URL',
      { cause: error },
    )
  }
}

const recordName = 'cluster-lies-in'

function recordedHome(control: string): string | undefined {
  const record = join(control, recordName)
  if (!existsSync(record)) return undefined
  const home = readFileSync(record, 'utf8').trim()
  if (existsSync(home)) return home
  throw new EmbeddedError(
    `The database of this data folder should lie in ${home}, as ${record} says, but that folder is gone; bring it back, or remove ${record} to begin anew`,
  )
}

function chooseHome(control: string, systemDir: string): string {
  if (process.getuid?.() !== 0 || existsSync(join(control, 'cluster')) || canReach(control, nobodyAccount()))
    return control
  mkdirSync(systemDir, { recursive: true, mode: 0o755 })
  const home = mkdtempSync(join(realpathSync(systemDir), 'data-'))
  chmodSync(home, 0o711)
  if (!canReach(home, nobodyAccount())) {
    throw new EmbeddedError(
      `The server runs as "nobody" when started by root, who can reach neither ${control} nor ${home}; set DATA_DIR to a folder everyone can pass through, or start Ansight as an ordinary user`,
    )
  }
  writeFileSync(join(control, recordName), `${home}\n`)
  return home
}

function accountFor(cluster: string): Account | undefined {
  if (!process.getuid) return undefined
  const us = process.getuid()
  const owner = existsSync(cluster) ? statSync(cluster) : undefined
  if (us !== 0) {
    if (!owner || owner.uid === us) return undefined
    throw new EmbeddedError(
      `${cluster} belongs to user ${owner.uid} and this is user ${us}; start Ansight as its owner, or give it away with "chown -R ${us} ${cluster}"`,
    )
  }
  // A folder of root's is an empty one, a mounted volume for example; the new cluster takes its place.
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobodyAccount()
}

const idOf = (flag: string) =>
  Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8', stdio: 'pipe' }))
