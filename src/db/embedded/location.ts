/**
 * The account that runs the server and the location of its files. PostgreSQL refuses to run as root, so for root the
 * server runs as `nobody`, which must be able to reach the binaries and the cluster. Where it cannot (a project under
 * /root), they are under /var/lib/ansight, and the data folder records the path.
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
  /** `DATA_DIR/postgres`: our locks and the server's log; owned by us. */
  control: string
  /** The folder of the cluster: `control`, or one that the server's account can reach. */
  home: string
  /** The cluster itself; owned by the server's account, mode 0700. */
  cluster: string
  /** The account of the server; undefined for the current one. */
  account: Account | undefined
}

export function createControlFolder(dataDir: string): string {
  const control = join(dataDir, 'postgres')
  try {
    const byRoot = process.getuid?.() === 0
    if (byRoot) allowTraversal(dataDir)
    mkdirSync(control, { recursive: true, mode: byRoot ? 0o711 : 0o700 })
    return realpathSync(control)
  } catch (error) {
    throw describeSystemError(error, `Cannot create the data folder ${control}`)
  }
}

/**
 * Lets the server's account traverse a data folder that root just created; files below have their own permissions. A
 * non-empty folder is not changed.
 */
function allowTraversal(dataDir: string): void {
  const { uid, mode } = statSync(dataDir, { throwIfNoEntry: false }) ?? {}
  if (uid === 0 && mode !== undefined && readdirSync(dataDir).length === 0) chmodSync(dataDir, mode | 0o011)
}

export function resolveLocation(control: string, systemDir: string): ServerLocation {
  try {
    const home = recordedHome(control) ?? chooseHome(control, systemDir)
    const cluster = join(home, 'cluster')
    return { control, home, cluster, account: accountFor(cluster) }
  } catch (error) {
    throw describeSystemError(error, `Cannot choose the location of the database of ${control}`)
  }
}

/** Transfers what root created for the server to the server's account. */
export function chownTo(account: Account | undefined, path: string): void {
  if (!account) return
  try {
    chownSync(path, account.uid, account.gid)
  } catch (error) {
    throw permissionError(error)
  }
}

/** Returns the error for a container that denies root the right to become another user or to change file owners. */
export function permissionError(error: unknown): EmbeddedError {
  return new EmbeddedError(
    'PostgreSQL does not run as root and this system does not permit root to run it as "nobody"; start Ansight as an ordinary user or set DATABASE_URL',
    { cause: error },
  )
}

/** Transfers a file to the owner of its folder: root must not leave files that the user cannot open later. */
export function chownToFolderOwner(file: string): void {
  if (process.getuid?.() !== 0) return
  const folder = lstatSync(dirname(file))
  if (lstatSync(file).uid !== folder.uid) chownSync(file, folder.uid, folder.gid)
}

/** Returns whether an account can traverse every folder of a path, and read it if it is a file. */
export function canReach(path: string, account: Account): boolean {
  const entry = statSync(path)
  const shift = entry.uid === account.uid ? 6 : entry.gid === account.gid ? 3 : 0
  const permission = entry.isDirectory() ? 0o1 : 0o4
  if (((entry.mode >> shift) & permission) === 0) return false
  return path === dirname(path) || canReach(dirname(path), account)
}

export function nobodyAccount(): Account {
  try {
    return { uid: lookupId('-u'), gid: lookupId('-g') }
  } catch (error) {
    throw new EmbeddedError(
      'PostgreSQL does not run as root and this system has no user "nobody" to run it as; start Ansight as an ordinary user or set DATABASE_URL',
      { cause: error },
    )
  }
}

const recordName = 'cluster-path'

function recordedHome(control: string): string | undefined {
  const record = join(control, recordName)
  if (!existsSync(record)) return undefined
  const home = readFileSync(record, 'utf8').trim()
  if (existsSync(home)) return home
  throw new EmbeddedError(
    `The database of this data folder is expected in ${home}, according to ${record}, but that folder is missing; restore it, or delete ${record} to start with an empty database`,
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
      `The server runs as "nobody" when started by root, but "nobody" can reach neither ${control} nor ${home}; set DATA_DIR to a folder that everyone can traverse, or start Ansight as an ordinary user`,
    )
  }
  writeFileSync(join(control, recordName), `${home}\n`)
  return home
}

function accountFor(cluster: string): Account | undefined {
  if (!process.getuid) return undefined
  const currentUid = process.getuid()
  const owner = existsSync(cluster) ? statSync(cluster) : undefined
  if (currentUid !== 0) {
    if (!owner || owner.uid === currentUid) return undefined
    throw new EmbeddedError(
      `${cluster} belongs to user ${owner.uid}, but Ansight runs as user ${currentUid}; start Ansight as its owner, or change the owner with "chown -R ${currentUid} ${cluster}"`,
    )
  }
  // A folder owned by root is empty, for example a mounted volume; the new cluster replaces it.
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobodyAccount()
}

const lookupId = (flag: string) =>
  Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8', stdio: 'pipe' }))
