/** A server's log from the command line. */
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { brandNamed } from '../brands/merge--named.ts'
import { type Command, needed, type WithBase } from '../core/command.ts'
import { progressOn } from '../core/merge--progress.ts'
import { onlyOf, openSource } from '../core/merge--source.ts'
import { importLogs } from './import-logs.ts'
import { readRanges } from './agent-ranges.ts'

export const trafficCommands = (withBase: WithBase): Record<string, Command> => ({
  'import-logs': {
    summary:
      "Count what AI agents fetched, out of a server's log; what was imported already is not counted again.",
    options: {
      brand: { type: 'string', about: 'Id or slug of the brand.', isNeeded: true },
      ranges: {
        type: 'string',
        about: 'File or folder of published address ranges, each file named after its agent: gptbot.json.',
      },
    },
    positionals: '<file|file.gz|->',
    run: async ({ values, positionals }) => {
      const brand = needed(values, 'brand')
      const name = onlyOf(positionals)
      const verify = values.ranges === undefined ? undefined : await readRanges(values.ranges)
      const source = await openSource(name)
      try {
        await withBase(async (base) => {
          const found = await brandNamed(base, brand)
          const progress = progressOn(process.stderr)
          const report = await importLogs(
            found.ctx,
            found.brand,
            linesOf(source.chunks, name.endsWith('.gz')),
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

/** As they come: a log may be larger than memory. */
function linesOf(chunks: AsyncIterable<Buffer>, isPacked: boolean): AsyncIterable<string> {
  const bytes = Readable.from(chunks, { objectMode: false })
  const input = isPacked ? bytes.pipe(createGunzip()) : bytes
  bytes.on('error', (error) => input.destroy(error))
  return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
}
