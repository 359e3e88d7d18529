import type { Command } from './core/command.ts'
import { readConfig } from './core/config.ts'
import { onParentGone } from './core/parent.ts'
import { type Service, startService } from './main.ts'

export const startCommands: Record<string, Command> = {
  start: {
    summary: 'Start the service: web, worker, scheduler and, without DATABASE_URL, its own PostgreSQL.',
    options: {},
    run: async () => {
      const service = await startService(readConfig())
      stopOnSignals(service)
      process.stdout.write(welcome(service))
    },
  },
}

function welcome({ base, url }: Service): string {
  if (base.config.ROLE === 'worker')
    return 'Ansight works: this process asks the engines and answers no requests.\n'
  const simulated = base.config.SIMULATOR_URL !== null
  return [
    '',
    `  Ansight is ready at ${url}`,
    '',
    `  Open it in a browser; the first sign-up becomes the owner.`,
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

function stopOnSignals(service: Service): void {
  let since: number | null = null
  const stop = () => {
    if (since !== null) {
      if (Date.now() - since > sameSignalMs) process.exit(1)
      return
    }
    since = Date.now()
    service.base.log.info('stopping')
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        service.base.log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  onParentGone(stop)
}
