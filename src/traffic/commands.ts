/** The command that imports server logs. */
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { findBrandForCommand } from '../brands/brands.ts'
import {
  type Command,
  createProgressLine,
  openInput,
  requireOption,
  singlePositional,
  type WithApp,
} from '../core/command.ts'
import { splitLines } from '../core/split-lines.ts'
import { loadAgentRanges } from './agent-ranges.ts'
import { importLogs } from './import-logs.ts'

export const trafficCommands = (withBase: WithApp): Record<string, Command> => ({
  'import-logs': {
    summary:
      'Import requests of AI agents from a server log. Requests that were imported before are not counted again.',
    options: {
      brand: { type: 'string', description: 'Id or slug of the brand.', isRequired: true },
      ranges: {
        type: 'string',
        description:
          'File or folder with published IP ranges. Each file is named after its agent, such as gptbot.json.',
      },
    },
    positionals: '<file|file.gz|->',
    run: async ({ values, positionals }) => {
      const brand = requireOption(values, 'brand')
      const name = singlePositional(positionals)
      const verify = values.ranges === undefined ? undefined : await loadAgentRanges(values.ranges)
      const source = await openInput(name)
      try {
        await withBase(async (base) => {
          const found = await findBrandForCommand(base, brand)
          const progress = createProgressLine(process.stderr)
          const report = await importLogs(
            found.ctx,
            found.brand,
            readLines(source.chunks, name.endsWith('.gz')),
            {
              ...(verify && { verify }),
              onProgress: ({ lines, stored }) =>
                progress.show(`${lines} lines, ${stored} requests of AI agents`),
            },
          )
          progress.end()
          process.stdout.write(`${JSON.stringify(report)}\n`)
        })
      } finally {
        source.close()
      }
    },
  },
})

/** Streams the lines, because a log can be larger than memory. */
async function* readLines(chunks: AsyncIterable<Buffer>, isGzip: boolean): AsyncGenerator<string | null> {
  const bytes = Readable.from(chunks, { objectMode: false })
  const input = isGzip ? bytes.pipe(createGunzip()) : bytes
  bytes.on('error', (error) => input.destroy(error))
  for await (const line of splitLines(input)) yield line?.toString().replace(/\r$/, '') ?? null
}
