/** What the server says, kept in the data folder and bounded: never more than twice `sizeBytesMax`. */
import { closeSync, copyFileSync, existsSync, openSync, readSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { giveToOwnerOfFolder, type ServerLocation } from './location.ts'

const sizeBytesMax = 4_000_000

export const logFile = (place: ServerLocation) => join(place.control, 'server.log')

export const logSizeBytes = (place: ServerLocation) =>
  existsSync(logFile(place)) ? statSync(logFile(place)).size : 0

/** For the server to write to; it need not be able to open it itself. */
export function openLog(place: ServerLocation): number {
  const handle = openSync(logFile(place), 'a', 0o600)
  giveToOwnerOfFolder(logFile(place))
  return handle
}

/** The server appends, so its log can be emptied under it. */
export function truncateLog(place: ServerLocation): void {
  if (logSizeBytes(place) <= sizeBytesMax) return
  copyFileSync(logFile(place), `${logFile(place)}.old`)
  giveToOwnerOfFolder(`${logFile(place)}.old`)
  truncateSync(logFile(place))
}

export function readLogFrom(place: ServerLocation, offset: number): string {
  const handle = openSync(logFile(place), 'r')
  const text = Buffer.alloc(Math.min(Math.max(logSizeBytes(place) - offset, 0), 64_000))
  readSync(handle, text, 0, text.length, offset)
  closeSync(handle)
  return text.toString('utf8')
}
