import { open } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { AppContext } from './context.ts'
import { escapeControls } from './terminal.ts'

/** A command of the command line. The first line of a thrown error is shown to the user; the exit code is then 1. */
export type Command = {
  summary: string
  /** Options for `parseArgs` of node:util, each with a description. */
  options: Record<string, { type: 'string' | 'boolean'; description: string; isRequired?: true }>
  /** How positional arguments are displayed, for example `<file|->`; absent if there are none. */
  positionals?: string
  run(input: { values: Record<string, string | undefined>; positionals: string[] }): Promise<void>
}

/** Commands that share their modules. They are loaded when one of the commands is used, because loading all takes most of a second. */
export type CommandGroup = {
  /** The first words of the commands. */
  words: readonly string[]
  load(): Promise<Commands>
}

type Commands = Readonly<Record<string, Command>>

/** Opens the application for a command and then closes it. */
export type WithApp = (work: (base: AppContext) => Promise<void>) => Promise<void>

/** Parses the arguments and runs the command. Sets exit code 1 and prints one line on failure. */
export async function runCommandLine(groups: readonly CommandGroup[], words: string[]): Promise<void> {
  const [name, command, args] = await findCommand(groups, words)
  if (!command) {
    const commands = await Promise.all(groups.map((group) => group.load()))
    process.stdout.write(`${formatOverview(Object.assign({}, ...commands))}\n`)
    if (name !== '' && name !== '--help') fail(`Unknown command "${name}".`)
    return
  }
  try {
    const options = { ...command.options, help: { type: 'boolean' as const, description: 'Show this help.' } }
    const { values, positionals } = parseArgs({
      args,
      options,
      allowPositionals: command.positionals !== undefined,
      strict: true,
    })
    if (values.help) {
      process.stdout.write(`${formatHelp(name, command)}\n`)
      return
    }
    const given = toStrings(values)
    for (const [option, { isRequired }] of Object.entries(command.options))
      if (isRequired) requireOption(given, option)
    await command.run({ values: given, positionals })
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
}

/** Finds a command by one or two words: `start`, `user create`. */
async function findCommand(
  groups: readonly CommandGroup[],
  words: string[],
): Promise<[string, Command | undefined, string[]]> {
  const one = words[0] ?? ''
  const commands = (await groups.find((group) => group.words.includes(one))?.load()) ?? {}
  const two = words.slice(0, 2).join(' ')
  if (Object.hasOwn(commands, two)) return [two, commands[two], words.slice(2)]
  return [one, Object.hasOwn(commands, one) ? commands[one] : undefined, words.slice(1)]
}

function toStrings(values: Record<string, unknown>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value === undefined ? undefined : String(value)]),
  )
}

function fail(message: string): void {
  process.stderr.write(`ansight: ${escapeControls(message.split('\n', 1)[0] ?? '')}\n`)
  process.exitCode = 1
}

function formatOverview(commands: Commands): string {
  const names = Object.keys(commands)
  const width = Math.max(...names.map((name) => name.length))
  const lines = names.map((name) => `  ${name.padEnd(width)}  ${commands[name]?.summary}`)
  return [
    'Usage: ansight <command> [options]',
    '',
    ...lines,
    '',
    'Add --help to a command to see its options.',
  ].join('\n')
}

function formatHelp(name: string, command: Command): string {
  const usage = [
    'Usage: ansight',
    name,
    command.positionals,
    Object.keys(command.options).length > 0 ? '[options]' : '',
  ]
    .filter(Boolean)
    .join(' ')
  const lines = Object.entries(command.options).map(
    ([option, { description, isRequired }]) =>
      `  --${option.padEnd(12)}  ${description}${isRequired ? ' Required.' : ''}`,
  )
  return [usage, '', command.summary, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')
}

/** Returns the value of a required option. Checked before a command starts. */
export function requireOption(values: Record<string, string | undefined>, option: string): string {
  const value = values[option]
  if (value === undefined || value === '') throw new Error(`--${option} is required; see --help.`)
  return value
}

/**
 * Calls `stop` when the launcher that started this process is gone, however it ended: the channel between them closes
 * with it. Without a launcher it does nothing. Does not keep the process running.
 */
export function onLauncherExit(stop: () => void): void {
  if (!process.channel) return
  process.once('disconnect', stop)
  process.channel.unref()
}

export type Progress = {
  /** Writes the text, at most once per interval. */
  show(text: string): void
  /** Writes the last text and ends the line. */
  end(): void
}
const intervalsMs = { terminal: 200, log: 5000 }

export function createProgressLine(stream: Writable & { isTTY?: boolean }): Progress {
  const intervalMs = stream.isTTY ? intervalsMs.terminal : intervalsMs.log
  let lastWriteMs = performance.now()
  let latest = ''
  const write = (text: string) => stream.write(stream.isTTY ? `\r\u001B[K${text}` : `${text}\n`)
  return {
    show: (text) => {
      latest = text
      if (performance.now() - lastWriteMs < intervalMs) return
      write(text)
      lastWriteMs = performance.now()
    },
    end: () => {
      if (latest !== '') write(latest)
      if (latest !== '' && stream.isTTY) stream.write('\n')
    },
  }
}

export type CommandSource = {
  chunks: AsyncIterable<Buffer>
  /** Null if unknown. */
  sizeBytes: number | null
  readBytes(): number
  /** Closes the input, even if it was not read completely: an open input keeps the process running. */
  close(): void
}

/** Opens the input. Called before anything else is opened, so that a missing file fails immediately. */
export async function openInput(name: string): Promise<CommandSource> {
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

/** Returns the only file that a command accepts. */
export function singlePositional(positionals: string[]): string {
  const [first, second] = positionals
  if (first === undefined) throw new Error('Provide the file to import, or - for standard input.')
  if (second !== undefined) throw new Error('Only one file can be imported at a time.')
  return first
}
