/**
 * The account that runs the server and the location of its files. PostgreSQL refuses to run as root, so for root the
 * server runs under an account that no other process uses. The owner of the cluster records it. The account must be able
 * to reach the binaries and the cluster. Where it cannot (a project under /root), they are under /var/lib/ansight, and the
 * data folder records the path.
 */
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
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
    'PostgreSQL does not run as root and this system does not permit root to run it under another account; start Ansight as an ordinary user or set DATABASE_URL',
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

/** Transfers a folder with its contents, like `chownTo`. */
export function chownTree(account: Account, folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    lchownSync(join(entry.parentPath, entry.name), account.uid, account.gid)
  chownTo(account, folder)
}

/**
 * Returns the account that runs `initdb`, which requires an entry in /etc/passwd. `nobody` is shared with other services,
 * so it is combined with the group of the server, and only this group can traverse the folder of the new cluster.
 */
export function initdbAccount({ gid }: Account): Account {
  try {
    return { uid: Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8', stdio: 'pipe' })), gid }
  } catch (error) {
    throw new EmbeddedError(
      'PostgreSQL does not run as root and this system has no user "nobody" to create its files; start Ansight as an ordinary user or set DATABASE_URL',
      { cause: error },
    )
  }
}

/** Ids that neither distributions nor systemd assign: https://systemd.io/UIDS-GIDS */
const unassignedIds = { min: 60_706, max: 61_184 }

/** Returns an account without a name and without processes. Random, so that two data folders have different ones. */
function unusedAccount(): Account {
  const used = new Set([...namedIds('/etc/passwd'), ...namedIds('/etc/group'), ...idsOfProcesses()])
  const { min, max } = unassignedIds
  const free = Array.from({ length: max - min }, (_, index) => min + index).filter((id) => !used.has(id))
  const id = free[randomInt(free.length)]
  if (id === undefined) throw new EmbeddedError(`Every user id from ${min} to ${max - 1} is in use`)
  return { uid: id, gid: id }
}

const namedIds = (file: string): number[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => Number(line.split(':')[2]))
    : []

/** Empty on systems without /proc. */
const idsOfProcesses = (): number[] =>
  existsSync('/proc/self')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .flatMap((pid) => statSync(join('/proc', pid), { throwIfNoEntry: false })?.uid ?? [])
    : []

const recordName = 'cluster-path'

/** An account that owns no file, as a new one does. */
const anyAccount: Account = { uid: unassignedIds.min, gid: unassignedIds.min }

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
  if (process.getuid?.() !== 0 || existsSync(join(control, 'cluster')) || canReach(control, anyAccount))
    return control
  mkdirSync(systemDir, { recursive: true, mode: 0o755 })
  const home = mkdtempSync(join(realpathSync(systemDir), 'data-'))
  chmodSync(home, 0o711)
  if (!canReach(home, anyAccount)) {
    throw new EmbeddedError(
      `The server of root runs under another account, which can reach neither ${control} nor ${home}; set DATA_DIR to a folder that everyone can traverse, or start Ansight as an ordinary user`,
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
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : unusedAccount()
}
