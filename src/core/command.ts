import { open } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import type { AppContext } from './context.ts'

/** One command of the command line. A thrown error's first line is what the person sees; the exit code is then 1. */
export type Command = {
  summary: string
  /** As `parseArgs` of node:util takes them, each with what it means. */
  options: Record<string, { type: 'string' | 'boolean'; about: string; isNeeded?: true }>
  /** How the arguments without a name are shown, e.g. `<file|->`; absent: there are none. */
  positionals?: string
  run(input: { values: Record<string, string | undefined>; positionals: string[] }): Promise<void>
}

/** Opens what a command works on, and closes it when the work has ended. */
export type WithApp = (work: (base: AppContext) => Promise<void>) => Promise<void>

/** The value of an option that is needed: asked for before a command begins, so that nobody waits to hear of it. */
export function requireOption(values: Record<string, string | undefined>, option: string): string {
  const value = values[option]
  if (value === undefined || value === '') throw new Error(`--${option} is needed; see --help.`)
  return value
}

/**
 * Calls `stop` when the launcher that started this process is gone, whatever killed it: the channel between
 * the two closes with it. Without a launcher it does nothing. It keeps no process running.
 */
export function onLauncherExit(stop: () => void): void {
  if (!process.channel) return
  process.once('disconnect', stop)
  process.channel.unref()
}

export type Progress = {
  /** Shown when the last was long enough ago. */
  show(text: string): void
  /** Leaves the last text standing. */
  end(): void
}
const everyMs = { terminal: 200, log: 5000 }

export function createProgressLine(
  stream: Writable & { isTTY?: boolean },
  now = performance.now.bind(performance),
): Progress {
  const intervalMs = stream.isTTY ? everyMs.terminal : everyMs.log
  let shownAt = now()
  let latest = ''
  const write = (text: string) => stream.write(stream.isTTY ? `\r\u001B[K${text}` : `${text}\n`)
  return {
    show: (text) => {
      latest = text
      if (now() - shownAt < intervalMs) return
      write(text)
      shownAt = now()
    },
    end: () => {
      if (latest !== '') write(latest)
      if (latest !== '' && stream.isTTY) stream.write('\n')
    },
  }
}

export type Source = {
  chunks: AsyncIterable<Buffer>
  /** Null when nobody can know. */
  sizeBytes: number | null
  readBytes(): number
  /** Also in the middle: what is open keeps the process from ending. */
  close(): void
}

/** Before anything else is opened: a file that is not there should cost no wait. */
export async function openInput(name: string): Promise<Source> {
  if (name === '-')
    return {
      chunks: process.stdin,
      sizeBytes: null,
      readBytes: () => 0,
      close: () => process.stdin.destroy(),
    }
  const file = await open(name).catch((cause) => {
    throw new Error(`${name} cannot be read: ${cause instanceof Error ? cause.message : cause}`)
  })
  const stream = file.createReadStream({ highWaterMark: 256 * 1024 })
  return {
    chunks: stream,
    sizeBytes: (await file.stat()).size,
    readBytes: () => stream.bytesRead,
    close: () => stream.destroy(),
  }
}

/** The one file that a command takes. */
export function singlePositional(positionals: string[]): string {
  const [only, second] = positionals
  if (only === undefined) throw new Error('Give the file to import, or - for standard input.')
  if (second !== undefined) throw new Error('One file is imported at a time.')
  return only
}
