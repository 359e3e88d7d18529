/** The commands for server logs. */
import { readFile } from 'node:fs/promises'
import { findBrandForCommand } from '../brands/brands.ts'
import {
  type Command,
  createProgressLine,
  openInput,
  requireOption,
  singlePositional,
  type WithApp,
} from '../core/command.ts'
import { followLogs } from './follow-logs.ts'
import { importLogs, recordLogImport } from './import-logs.ts'
import { createLogParser } from './log-parser.ts'
import { splitRecords } from './log-records.ts'
import { allLogFields } from './log-senders.ts'
import { decompress, toLines } from './receive-logs.ts'

export const trafficCommands = (withBase: WithApp): Record<string, Command> => ({
  'import-logs': {
    summary:
      'Import requests of AI agents from a server log. Requests that were imported before are not counted again.',
    options: {
      brand: { type: 'string', description: 'Id or slug of the brand.', isRequired: true },
    },
    positionals: '<file|file.gz|->',
    run: async ({ values, positionals }) => {
      const brand = requireOption(values, 'brand')
      const source = await openInput(singlePositional(positionals))
      try {
        await withBase(async (base) => {
          const found = await findBrandForCommand(base, brand)
          const progress = createProgressLine(process.stderr)
          const lines = toLines(splitRecords(decompress(source.chunks)))
          const report = await importLogs(found.ctx, found.brand, lines, {
            parse: createLogParser(allLogFields),
            onProgress: ({ lines, stored }) =>
              progress.show(`${lines} lines, ${stored} requests of AI agents`),
          })
          await recordLogImport(found.ctx, found.brand.id, report)
          progress.end()
          process.stdout.write(`${JSON.stringify(report)}\n`)
        })
      } finally {
        source.close()
      }
    },
  },
  'logs follow': {
    summary:
      'Send requests of AI agents from log files to a log source as they are written. Needs no database.',
    options: {
      to: {
        type: 'string',
        description: 'URL of the endpoint, such as https://ansight.example/api/logs.',
        isRequired: true,
      },
      'token-file': {
        type: 'string',
        description: 'File with the token of the log source, which a command line would show to other users.',
        isRequired: true,
      },
      state: {
        type: 'string',
        description: 'File with the positions in the logs. Default: ansight-logs.json.',
      },
    },
    positionals: '<file>…',
    run: async ({ values, positionals }) => {
      const stopping = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
      await followLogs(
        {
          files: positionals,
          endpoint: requireOption(values, 'to'),
          token: (await readFile(requireOption(values, 'token-file'), 'utf8')).trim(),
          stateFile: values.state ?? 'ansight-logs.json',
        },
        stopping.signal,
      )
    },
  },
})
