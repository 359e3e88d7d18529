/**
 * Runs the server on Windows with `pg_ctl`: it drops an administrator's rights, with which PostgreSQL refuses to run,
 * and stops the server, because Windows has no signals. The server listens on a free local port with a password.
 */
import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { type Binaries, programPath } from './binaries.ts'
import { EmbeddedError } from './errors.ts'
import type { ServerLocation } from './location.ts'
import { logFile } from './server-log.ts'
import { type ServerSettings, serverEnvironment } from './server-settings.ts'

/** Returns the port of the server. */
export async function startOnWindows(
  location: ServerLocation,
  binaries: Binaries,
  settings: ServerSettings,
): Promise<number> {
  const port = await freePort()
  const all = { ...settings, listen_addresses: '127.0.0.1', port: String(port) }
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`)
  await runPgCtl(location, binaries, [
    'start',
    '--wait',
    '--timeout=300',
    `--log=${logFile(location)}`,
    `--options=${options.join(' ')}`,
  ])
  return port
}

export async function stopOnWindows(location: ServerLocation, binaries: Binaries): Promise<void> {
  await runPgCtl(location, binaries, ['stop', '--wait', '--mode=fast', '--timeout=60'])
}

async function runPgCtl(location: ServerLocation, binaries: Binaries, options: string[]): Promise<void> {
  try {
    await promisify(execFile)(programPath(binaries, 'pg_ctl'), [...options, `--pgdata=${location.cluster}`], {
      env: serverEnvironment(),
      windowsHide: true,
    })
  } catch (error) {
    throw new EmbeddedError(
      `PostgreSQL cannot ${options[0]} on ${location.cluster} (see ${logFile(location)})`,
      {
        cause: error,
      },
    )
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
