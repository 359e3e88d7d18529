/** The log on standard error: one JSON object per line, or one readable line per entry on a terminal. */
import { isatty } from 'node:tty'
import pino, { type Logger } from 'pino'
import type { Config } from '../core/config.ts'
import { escapeControls } from '../core/terminal.ts'

export function createLog({ LOG_LEVEL: level }: Pick<Config, 'LOG_LEVEL'>): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: withoutRow } },
    // Standard output is for the results of commands.
    isatty(2) ? { write: (line: string) => process.stderr.write(readable(line)) } : pino.destination(2),
  )
}

/**
 * Serializes an error without PostgreSQL's `detail`, which quotes the rejected row and so may contain a prompt or an
 * answer.
 */
function withoutRow(error: Error): object {
  const { detail: _detail, where: _where, ...rest } = pino.stdSerializers.err(error)
  return rest
}

/** Formats a JSON log line for a terminal: time of day in UTC, level unless `info`, message, fields, stack. */
export function readable(line: string): string {
  const { level, time, msg, reqId, err, ...fields } = toEntry(line)
  const name = pino.levels.labels[Number(level)]
  const { stack, message = '' } = isError(err) ? err : {}
  const parts = [
    String(time).slice(11, 19),
    ...(name === undefined || name === 'info' ? [] : [name.toUpperCase()]),
    escapeControls(String(msg ?? message)),
    ...(isRequest(fields)
      ? requestParts(fields, reqId)
      : fieldParts({ ...fields, ...(reqId !== undefined && { reqId }) })),
  ]
  return [parts.join('  '), ...(stack?.split('\n').map(escapeControls) ?? []), ''].join('\n')
}

type Request = { method: string; path: string; status: number; ms: number }

/** Adds the request id to failed requests only, because error responses name it. */
function requestParts({ method, path, status, ms }: Request, id: unknown): string[] {
  return [
    escapeControls(`${method} ${path} ${status}`),
    `${ms} ms`,
    ...(status < 400 ? [] : [escapeControls(String(id))]),
  ]
}

function fieldParts(fields: Record<string, unknown>): string[] {
  return Object.entries(fields).map(
    ([name, value]) => `${name}=${escapeControls(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
}

const isError = (value: unknown): value is { message?: string; stack?: string } =>
  typeof value === 'object' && value !== null

const isRequest = (fields: object): fields is Request =>
  'method' in fields && 'path' in fields && 'status' in fields && 'ms' in fields

/** Parses a line of Pino, which writes one JSON object per line. */
function toEntry(line: string): Record<string, unknown> {
  return JSON.parse(line)
}
