/** The command line. Each command says what it takes with --help, and ends with 0, or 1 and one line saying why. */
import { parseArgs } from 'node:util'
import { accountCommands } from './accounts/commands.ts'
import { hasUsers } from './accounts/users.ts'
import { parseCommands } from './answers/commands.ts'
import { readConfig } from './config.ts'
import { type Command, onLauncherExit, requireOption } from './core/command.ts'
import type { AppContext } from './core/context.ts'
import { createLog } from './core/log.ts'
import { dataTransferCommands } from './data-transfer/commands.ts'
import { demoCommands } from './demo/commands.ts'
import { doctorCommands } from './doctor/commands.ts'
import { requestJobsAfterImport } from './jobs.ts'
import { openApp, type RunningService, startService } from './main.ts'
import { trafficCommands } from './traffic/commands.ts'

/** Signals that arrive this close together count as one. */
const sameSignalMs = 1_000

/** Exits without the database when it does not finish in time; stored data is safe. */
const stopWithinMs = 15_000

const startCommands: Record<string, Command> = {
  start: {
    summary: 'Start the service: web, worker, scheduler and, without DATABASE_URL, its own PostgreSQL.',
    options: {},
    run: async () => {
      // From here on a signal stops in order: cut short in the middle of a start, the database would be left running.
      const asked = stopSignal()
      const service = await startService(readConfig())
      asked.addEventListener('abort', () => void stop(service), { once: true })
      if (asked.aborted) await stop(service)
      else process.stdout.write(await welcome(service))
    },
  },
}

const commands: Record<string, Command> = {
  ...startCommands,
  ...accountCommands(withApp),
  ...dataTransferCommands(withApp, requestJobsAfterImport),
  ...trafficCommands(withApp),
  ...demoCommands(withApp),
  ...doctorCommands(withApp, readConfig),
  ...parseCommands,
}

if (import.meta.main) await runCommandLine(process.argv.slice(2))

export async function runCommandLine(words: string[]): Promise<void> {
  const [name, command, args] = findCommand(words)
  if (command) return run(name, command, args)
  process.stdout.write(`${overview()}\n`)
  if (name !== '' && name !== '--help') fail(`There is no command "${name}".`)
}

/** The database for one command: the running one, or one started for it and stopped after it. */
async function withApp(work: (app: AppContext) => Promise<void>): Promise<void> {
  const config = readConfig()
  // Whoever runs a command wants its outcome; that a database was started and stopped for it is no news.
  const log = createLog({ ...config, LOG_LEVEL: config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL })
  const { app, close } = await openApp(config, { exclusive: false, log })
  try {
    await work(app)
  } finally {
    await close()
  }
}

/** A command's name is one or two words: `start`, `user create`. */
function findCommand(words: string[]): [string, Command | undefined, string[]] {
  const two = words.slice(0, 2).join(' ')
  if (Object.hasOwn(commands, two)) return [two, commands[two], words.slice(2)]
  const one = words[0] ?? ''
  return [one, Object.hasOwn(commands, one) ? commands[one] : undefined, words.slice(1)]
}

async function run(name: string, command: Command, args: string[]): Promise<void> {
  try {
    const options = { ...command.options, help: { type: 'boolean' as const, about: 'Show this help.' } }
    const { values, positionals } = parseArgs({
      args,
      options,
      allowPositionals: command.positionals !== undefined,
      strict: true,
    })
    if (values.help) {
      process.stdout.write(`${helpOf(name, command)}\n`)
      return
    }
    const given = stringsOf(values)
    for (const [option, { isNeeded }] of Object.entries(command.options))
      if (isNeeded) requireOption(given, option)
    await command.run({ values: given, positionals })
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
}

function stringsOf(values: Record<string, unknown>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value === undefined ? undefined : String(value)]),
  )
}

function fail(message: string): void {
  process.stderr.write(`ansight: ${message.split('\n', 1)[0]}\n`)
  process.exitCode = 1
}

function overview(): string {
  const names = Object.keys(commands)
  const width = Math.max(...names.map((each) => each.length))
  const lines = names.map((each) => `  ${each.padEnd(width)}  ${commands[each]?.summary}`)
  return [
    'Usage: ansight <command> [options]',
    '',
    ...lines,
    '',
    'Add --help to a command to see its options.',
  ].join('\n')
}

function helpOf(name: string, command: Command): string {
  const usage = [
    'Usage: ansight',
    name,
    command.positionals,
    Object.keys(command.options).length > 0 ? '[options]' : '',
  ]
    .filter(Boolean)
    .join(' ')
  const lines = Object.entries(command.options).map(
    ([option, { about }]) => `  --${option.padEnd(12)}  ${about}`,
  )
  return [usage, '', command.summary, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')
}

async function welcome({ app, url }: RunningService): Promise<string> {
  if (app.config.ROLE === 'worker')
    return 'Ansight works: this process asks the engines and answers no requests.\n'
  const simulated = app.config.SIMULATOR_URL !== null
  return [
    '',
    `  Ansight is ready at ${url}`,
    '',
    (await hasUsers(app))
      ? '  Open it in a browser and sign in.'
      : '  Open it in a browser; the first sign-up becomes the owner.',
    ...(simulated
      ? [
          '  No engine key is set: answers come from the built-in simulator and say so.',
          '  Set a key (docs/settings.md) to ask the real engines.',
        ]
      : []),
    `  API reference: ${url}/docs`,
    '  Stop with Ctrl-C.',
    '',
    '',
  ].join('\n')
}

/**
 * Aborts at the first signal, which stops the service gracefully; a later one exits at once, in case the stop hangs. One
 * Ctrl-C may arrive twice, from the terminal and through the launcher.
 */
function stopSignal(): AbortSignal {
  const asked = new AbortController()
  let since: number | null = null
  const ask = () => {
    if (since !== null && performance.now() - since > sameSignalMs) process.exit(1)
    since ??= performance.now()
    asked.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
  onLauncherExit(ask)
  return asked.signal
}

async function stop(service: RunningService): Promise<never> {
  const { log } = service.app
  log.info('stopping')
  setTimeout(() => {
    log.error('stopping took too long')
    process.exit(1)
  }, stopWithinMs)
  try {
    await service.stop()
  } catch (error) {
    log.error({ err: error }, 'stopping failed')
    process.exit(1)
  }
  process.exit(0)
}
