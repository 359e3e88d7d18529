/** The command line. Every command documents its options with --help, and exits with 0, or with 1 and a one-line error. */
import { accountCommands } from './accounts/commands.ts'
import { parseCommands } from './answers/commands.ts'
import { runCommandLine } from './core/command.ts'
import { readConfig } from './core/config.ts'
import type { AppContext } from './core/context.ts'
import { createLog } from './core/log.ts'
import { dataTransferCommands } from './data-transfer/commands.ts'
import { demoCommands } from './demo/commands.ts'
import { doctorCommands } from './doctor/commands.ts'
import { requestJobsAfterImport } from './jobs.ts'
import { openApp } from './main.ts'
import { startCommands } from './start.ts'
import { trafficCommands } from './traffic/commands.ts'

await runCommandLine(
  {
    ...startCommands,
    ...accountCommands(withApp),
    ...dataTransferCommands(withApp, requestJobsAfterImport),
    ...trafficCommands(withApp),
    ...demoCommands(withApp),
    ...doctorCommands(withApp),
    ...parseCommands,
  },
  process.argv.slice(2),
)

/** Uses the running database, or one started for this command and stopped after it. */
async function withApp(work: (app: AppContext) => Promise<void>): Promise<void> {
  const config = readConfig()
  // Hides the messages about starting and stopping the database.
  const log = createLog({ ...config, LOG_LEVEL: config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL })
  const { app, close } = await openApp(config, { exclusive: false, log })
  try {
    await work(app)
  } finally {
    await close()
  }
}
