/** The folder of the server's Unix socket: the cluster itself, or a short one where that path is too long. */
import { chmodSync, lstatSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { EmbeddedError } from './errors.ts'
import { type Account, canReach, chownTo, type ServerLocation } from './location.ts'

/** Systems take 103 to 107 bytes; what is longer is cut without a word, or refused. */
const pathBytesMax = 100
const prefix = 'ansight-'

/** `recorded`: the folder of the server before this one, kept if it still serves, so that open pools find it. */
export function chooseSocketDir(place: ServerLocation, recorded: string | undefined): string {
  if (fits(place.cluster)) return place.cluster
  if (recorded && isOurs(recorded, place)) return recorded
  const parent = [tmpdir(), '/tmp', '/var/tmp'].find(
    (folder) => fits(join(folder, `${prefix}123456`)) && mayEnter(folder, place.account),
  )
  if (!parent)
    throw new EmbeddedError(
      `The path of the data folder is too long for a socket (${place.cluster}) and no temporary folder is usable; set DATA_DIR to a shorter path`,
    )
  const folder = mkdtempSync(join(realpathSync(parent), prefix))
  chmodSync(folder, 0o700)
  chownTo(place.account, folder)
  return folder
}

export function removeSocketDir(place: ServerLocation, folder: string): void {
  if (folder !== place.cluster && isOurs(folder, place)) rmSync(folder, { recursive: true, force: true })
}

const fits = (folder: string) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= pathBytesMax

const mayEnter = (folder: string, account: Account | undefined) => !account || canReach(folder, account)

/** A temporary folder is everyone's: only a 0700 folder of the server's own account cannot be another's trap. */
function isOurs(folder: string, place: ServerLocation): boolean {
  if (!basename(folder).startsWith(prefix)) return false
  const entry = lstatSync(folder, { throwIfNoEntry: false })
  const owner = place.account?.uid ?? process.getuid?.()
  return entry?.isDirectory() === true && entry.uid === owner && (entry.mode & 0o777) === 0o700
}
