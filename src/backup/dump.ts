/** Dumps of the database of DATABASE_URL, made and restored by PostgreSQL's own tools, which must be installed. */
import { spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { codeOf } from '../db/embedded/errors.ts'

/** Returns the output of pg_dump. The stream fails when pg_dump does. */
export function dumpDatabase(url: string): Readable {
  const options = ['--format=custom', '--no-owner', '--no-privileges']
  const { process: child, ended } = startTool('pg_dump', options, url)
  return Readable.from(untilEnd(child.stdout, ended))
}

/** Restores a dump in one transaction: all of it or nothing. */
export async function restoreDump(dump: Readable, url: string): Promise<void> {
  const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges']
  const { process: child, ended } = startTool('pg_restore', options, url)
  child.stdout.resume()
  // A failure of pg_restore also closes its input; its own message says why.
  await Promise.all([pipeline(dump, child.stdin).catch(() => ended), ended])
}

/** Ends only after a successful exit, so that the output of a failed dump is never complete. */
async function* untilEnd(output: Readable, ended: Promise<void>): AsyncGenerator<Buffer> {
  yield* output
  await ended
}

function startTool(tool: 'pg_dump' | 'pg_restore', options: string[], url: string) {
  const { connection, env } = withoutPassword(url)
  const child = spawn(tool, [...options, `--dbname=${connection}`], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', (error) =>
      reject(
        codeOf(error) === 'ENOENT'
          ? new Error(
              `${tool} is not installed; install the PostgreSQL client of the server's version or newer.`,
            )
          : error,
      ),
    )
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${tool} failed: ${reasonOf(stderr)}`)),
    )
  })
  // A tool that cannot be started fails before its output is read, which then reports it.
  ended.catch(() => undefined)
  return { process: child, ended }
}

/** Passes the password in the environment, because other users can read the arguments of a process. */
function withoutPassword(url: string): { connection: string; env: Record<string, string> } {
  const parsed = new URL(url)
  const password = decodeURIComponent(parsed.password)
  parsed.password = ''
  return { connection: parsed.href, env: password === '' ? {} : { PGPASSWORD: password } }
}

function reasonOf(stderr: string): string {
  const lines = stderr.trim().split('\n')
  const errors = lines
    .filter((line) => /error:|detail:/.test(line))
    .map((line) => line.replace(/^.*?(error|detail):\s*/, ''))
  return (errors.length > 0 ? errors : lines).slice(0, 2).join('; ')
}
