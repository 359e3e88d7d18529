/** The command line. Every command documents its options with --help, and exits with code 0, or with 1 and a one-line error. */
import { type Command, type CommandGroup, onLauncherExit, runCommandLine } from './core/command.ts'
import type { Config } from './core/config.ts'
import type { AppContext } from './core/context.ts'
import type { RunningService } from './main.ts'

/** The terminal and the launcher can both deliver the same Ctrl-C. */
const duplicateSignalMs = 1_000
/** Bounds the shutdown, in case PostgreSQL hangs. Committed data is safe. */
const stopTimeoutMs = 15_000

const serviceCommands: Record<string, Command> = {
  start: {
    summary: 'Start the service: web, worker, scheduler and, without DATABASE_URL, its own PostgreSQL.',
    options: {},
    run: async () => {
      // Handles signals during startup too; otherwise one could leave the database running.
      const signal = stopSignal()
      const { startService } = await import('./main.ts')
      const { readConfig } = await import('./config.ts')
      const service = await startService(readConfig())
      signal.addEventListener('abort', () => void stop(service), { once: true })
      if (signal.aborted) await stop(service)
      else {
        const { welcomeMessage } = await import('./onboarding/welcome-message.ts')
        process.stdout.write(await welcomeMessage(service))
      }
    },
  },
  migrate: {
    summary: 'Migrate the database and exit. The service also does this when it starts.',
    options: {},
    run: () => withApp(async () => void process.stdout.write('The database is up to date.\n')),
  },
}

const groups: readonly CommandGroup[] = [
  { words: ['start', 'migrate'], load: async () => serviceCommands },
  {
    words: ['user', 'member', 'key', 'plan'],
    load: async () => (await import('./accounts/commands.ts')).accountCommands(withApp),
  },
  {
    words: ['import', 'export'],
    load: async () => {
      const { dataTransferCommands } = await import('./data-transfer/commands.ts')
      const { requestJobsAfterImport } = await import('./jobs.ts')
      return dataTransferCommands(withApp, requestJobsAfterImport)
    },
  },
  {
    words: ['import-logs', 'logs'],
    load: async () => (await import('./traffic/commands.ts')).trafficCommands(withApp),
  },
  {
    words: ['backup', 'restore'],
    load: async () => {
      const { backupCommands } = await import('./backup/commands.ts')
      const { readConfig } = await import('./config.ts')
      return backupCommands(readConfig, withAppFor)
    },
  },
  {
    words: ['distribute'],
    load: async () => {
      const { scaleOutCommands } = await import('./scale-out/commands.ts')
      const { readConfig } = await import('./config.ts')
      return scaleOutCommands(readConfig)
    },
  },
  { words: ['engines'], load: async () => (await import('./engines/commands.ts')).engineCommands(withApp) },
  { words: ['demo'], load: async () => (await import('./demo/commands.ts')).demoCommands(withApp) },
  {
    words: ['doctor'],
    load: async () => {
      const { doctorCommands } = await import('./doctor/commands.ts')
      const { readConfig } = await import('./config.ts')
      return doctorCommands(withApp, readConfig)
    },
  },
  {
    words: ['rotate-key'],
    load: async () => (await import('./doctor/rotate-key-command.ts')).rotateKeyCommands(withApp),
  },
  { words: ['read'], load: async () => (await import('./answers/commands.ts')).parseCommands },
  { words: ['verify'], load: async () => (await import('./reports/commands.ts')).verifyCommands },
]

if (import.meta.main) await runCli(process.argv.slice(2))

/** Runs one command. */
export function runCli(words: string[]): Promise<void> {
  return runCommandLine(groups, words)
}

/** Uses the running database, or one started for this command and stopped after it. */
async function withApp(work: (app: AppContext) => Promise<void>): Promise<void> {
  const { readConfig } = await import('./config.ts')
  await withAppFor(readConfig(), work)
}

async function withAppFor(config: Config, work: (app: AppContext) => Promise<void>): Promise<void> {
  const { openApp } = await import('./main.ts')
  const { createLog } = await import('./monitoring/log.ts')
  // Hides the messages about starting and stopping the database.
  const log = createLog({ ...config, LOG_LEVEL: config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL })
  const { app, close } = await openApp(config, { exclusive: false, log })
  try {
    await work(app)
  } finally {
    await close()
  }
}

/** Aborted by the first SIGINT, SIGTERM or SIGHUP, or the end of the launcher. A later signal exits immediately. */
function stopSignal(): AbortSignal {
  const controller = new AbortController()
  let firstSignalMs: number | null = null
  const onSignal = () => {
    if (firstSignalMs !== null && performance.now() - firstSignalMs > duplicateSignalMs) process.exit(1)
    firstSignalMs ??= performance.now()
    controller.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  onLauncherExit(onSignal)
  return controller.signal
}

async function stop(service: RunningService): Promise<never> {
  const { log } = service.app
  log.info('stopping')
  setTimeout(() => {
    log.error('shutdown timed out')
    process.exit(1)
  }, stopTimeoutMs)
  try {
    await service.stop()
  } catch (error) {
    log.error({ err: error }, 'shutdown failed')
    process.exit(1)
  }
  process.exit(0)
}
