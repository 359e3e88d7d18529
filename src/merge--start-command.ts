import { hasUsers } from './accounts/organizations.ts'
import type { Command } from './core/command.ts'
import { readConfig } from './core/config.ts'
import { onLauncherExit } from './core/merge--parent.ts'
import { type RunningService, startService } from './main.ts'

export const startCommands: Record<string, Command> = {
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

async function welcome({ base, url }: RunningService): Promise<string> {
  if (base.config.ROLE === 'worker')
    return 'Ansight works: this process asks the engines and answers no requests.\n'
  const simulated = base.config.SIMULATOR_URL !== null
  return [
    '',
    `  Ansight is ready at ${url}`,
    '',
    (await hasUsers(base))
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

/** The first signal stops gracefully; a later one, should that hang, at once. A Ctrl-C may arrive twice: from the terminal and through the launcher. */
const sameSignalMs = 1_000

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

/** A database that hangs may never let go of us; what was stored is safe without it. */
const stopWithinMs = 15_000

async function stop(service: RunningService): Promise<never> {
  const { log } = service.base
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
