/** The server's log in the data folder, limited to twice `sizeBytesMax`. */
import { closeSync, copyFileSync, existsSync, openSync, readSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { chownToFolderOwner, type ServerLocation } from './location.ts'

const maxSizeBytes = 4_000_000

export const logFile = (location: ServerLocation) => join(location.control, 'server.log')

export const logSizeBytes = (location: ServerLocation) =>
  existsSync(logFile(location)) ? statSync(logFile(location)).size : 0

/** Opens the log for the server, which may not be able to open it itself. */
export function openLog(location: ServerLocation): number {
  const handle = openSync(logFile(location), 'a', 0o600)
  chownToFolderOwner(logFile(location))
  return handle
}

/** Truncates the log, even while it is open: the server appends. */
export function truncateLog(location: ServerLocation): void {
  if (logSizeBytes(location) <= maxSizeBytes) return
  copyFileSync(logFile(location), `${logFile(location)}.old`)
  chownToFolderOwner(`${logFile(location)}.old`)
  truncateSync(logFile(location))
}

export function readLogFrom(location: ServerLocation, offset: number): string {
  const handle = openSync(logFile(location), 'r')
  const text = Buffer.alloc(Math.min(Math.max(logSizeBytes(location) - offset, 0), 64_000))
  readSync(handle, text, 0, text.length, offset)
  closeSync(handle)
  return text.toString('utf8')
}
