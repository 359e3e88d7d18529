/**
 * The server on Windows: `pg_ctl` starts it, as it drops an administrator's rights, which PostgreSQL refuses,
 * and stops it, as Windows has no signals. It listens on a free port of this machine, behind a password.
 */
import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { type Binaries, program } from './binaries.ts'
import { EmbeddedError } from './errors.ts'
import type { ServerLocation } from './location.ts'
import { logFile } from './server-log.ts'
import { type ServerSettings, serverEnvironment } from './server-settings.ts'

/** The port it listens on. */
export async function startOnWindows(
  place: ServerLocation,
  binaries: Binaries,
  settings: ServerSettings,
): Promise<number> {
  const port = await freePort()
  const all = { ...settings, listen_addresses: '127.0.0.1', port: String(port) }
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`)
  await control(place, binaries, [
    'start',
    '--wait',
    '--timeout=300',
    `--log=${logFile(place)}`,
    `--options=${options.join(' ')}`,
  ])
  return port
}

export async function stopOnWindows(place: ServerLocation, binaries: Binaries): Promise<void> {
  await control(place, binaries, ['stop', '--wait', '--mode=fast', '--timeout=60'])
}

async function control(place: ServerLocation, binaries: Binaries, options: string[]): Promise<void> {
  try {
    await promisify(execFile)(program(binaries, 'pg_ctl'), [...options, `--pgdata=${place.cluster}`], {
      env: serverEnvironment(),
      windowsHide: true,
    })
  } catch (error) {
    throw new EmbeddedError(`PostgreSQL cannot ${options[0]} on ${place.cluster} (see ${logFile(place)})`, {
      cause: error,
    })
  }
}

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
