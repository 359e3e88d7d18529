/** The log goes to standard error: one JSON object a line for programs, and on a terminal one readable line for people. */
import { isatty } from 'node:tty'
import pino, { type Logger } from 'pino'
import type { Config } from './config.ts'

export function createLog({ LOG_LEVEL: level }: Pick<Config, 'LOG_LEVEL'>): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: withoutRow } },
    // Standard output belongs to what a person asked for. A thread's own stream knows nothing of the terminal behind it.
    isatty(2) ? { write: (line: string) => process.stderr.write(readable(line)) } : pino.destination(2),
  )
}

/** PostgreSQL quotes the row it refuses, which may be a prompt or an answer. */
function withoutRow(error: Error): object {
  const { detail: _detail, where: _where, ...rest } = pino.stdSerializers.err(error)
  return rest
}

/** A line of the log as a person reads it: time of day in UTC, level unless it is an ordinary one, message, fields, stack. */
export function readable(line: string): string {
  const { level, time, msg, reqId, err, ...fields } = entryOf(line)
  const name = pino.levels.labels[Number(level)]
  const { stack, message = '' } = isError(err) ? err : {}
  const parts = [
    String(time).slice(11, 19),
    ...(name === undefined || name === 'info' ? [] : [name.toUpperCase()]),
    plain(String(msg ?? message)),
    ...(isRequest(fields)
      ? requestParts(fields, reqId)
      : fieldParts({ ...fields, ...(reqId !== undefined && { reqId }) })),
  ]
  return [parts.join('  '), ...(stack?.split('\n').map(plain) ?? []), ''].join('\n')
}

type Request = { method: string; path: string; status: number; ms: number }

/** The id is what an error names, so that it can be found here; of all that went well it would only be noise. */
function requestParts({ method, path, status, ms }: Request, id: unknown): string[] {
  return [plain(`${method} ${path} ${status}`), `${ms} ms`, ...(status < 400 ? [] : [plain(String(id))])]
}

function fieldParts(fields: Record<string, unknown>): string[] {
  return Object.entries(fields).map(
    ([name, value]) => `${name}=${plain(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
}

/** What came from outside must not give orders to the terminal. */
const plain = (text: string) => text.replace(/\p{Cc}/gu, '\uFFFD')

const isError = (value: unknown): value is { message?: string; stack?: string } =>
  typeof value === 'object' && value !== null

const isRequest = (fields: object): fields is Request =>
  'method' in fields && 'path' in fields && 'status' in fields && 'ms' in fields

/** Pino writes one object a line and nothing else. */
function entryOf(line: string): Record<string, unknown> {
  return JSON.parse(line)
}
