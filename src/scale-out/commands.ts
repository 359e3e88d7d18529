/** The command that distributes the database over a Citus cluster. */
import type { Command } from '../core/command.ts'
import type { Config } from '../core/config.ts'
import { printLine } from '../core/terminal.ts'
import { distributeDatabase } from './distribute-database.ts'

export const scaleOutCommands = (readConfig: () => Config): Record<string, Command> => ({
  distribute: {
    summary: 'Distribute the database over the servers of a Citus cluster.',
    options: {
      'dry-run': { type: 'boolean', description: 'Print what would be distributed and change nothing.' },
    },
    run: async ({ values }) => {
      const { DATABASE_URL } = readConfig()
      if (DATABASE_URL === null)
        throw new Error('The embedded database cannot be distributed. Set DATABASE_URL: docs/scale-out.md.')
      await distributeDatabase(DATABASE_URL, {
        isDryRun: values['dry-run'] === 'true',
        print: printLine,
      })
    },
  },
})
