/** The folder of the server's Unix socket: the cluster, or a short path where that one is too long. */
import { chmodSync, lstatSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { EmbeddedError } from './errors.ts'
import { type Account, canReach, chownTo, type ServerLocation } from './location.ts'

/** Systems limit socket paths to 103 to 107 bytes and truncate or reject longer ones. */
const maxPathBytes = 100
const prefix = 'ansight-'

/**
 * Returns the folder for the socket. `recorded` is the previous server's folder, which is reused if possible, so that
 * open pools find the new server.
 */
export function chooseSocketDir(location: ServerLocation, recorded: string | undefined): string {
  if (fits(location.cluster)) return location.cluster
  if (recorded && isOurs(recorded, location)) return recorded
  const parent = [tmpdir(), '/tmp', '/var/tmp'].find(
    (folder) => fits(join(folder, `${prefix}123456`)) && canEnter(folder, location.account),
  )
  if (!parent)
    throw new EmbeddedError(
      `The path of the data folder is too long for a socket (${location.cluster}) and no temporary folder is usable; set DATA_DIR to a shorter path`,
    )
  const folder = mkdtempSync(join(realpathSync(parent), prefix))
  chmodSync(folder, 0o700)
  chownTo(location.account, folder)
  return folder
}

export function removeSocketDir(location: ServerLocation, folder: string): void {
  if (folder !== location.cluster && isOurs(folder, location))
    rmSync(folder, { recursive: true, force: true })
}

const fits = (folder: string) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= maxPathBytes

const canEnter = (folder: string, account: Account | undefined) => !account || canReach(folder, account)

/**
 * Returns whether a folder is trustworthy. Temporary folders are world-writable, so only a 0700 folder of the server's
 * own account is.
 */
function isOurs(folder: string, location: ServerLocation): boolean {
  if (!basename(folder).startsWith(prefix)) return false
  const entry = lstatSync(folder, { throwIfNoEntry: false })
  const owner = location.account?.uid ?? process.getuid?.()
  return entry?.isDirectory() === true && entry.uid === owner && (entry.mode & 0o777) === 0o700
}
