/** Helpers of the data transfer tests: uniform brands, and the commands as a user runs them. */
import { vi } from 'vitest'
import type { Client, Json, SharedService } from '../../test/support.ts'
import { getBrand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { requestJobsAfterImport } from '../jobs.ts'
import { dataTransferCommands } from './commands.ts'
import { type AnswerImportReport, type ImportOptions, importAnswers } from './import-answers.ts'
import { type JsonLine, parseJsonLines } from './json-lines.ts'

export const newBrand = (owner: Client, more: Record<string, unknown> = {}): Promise<Json> =>
  owner.ok('POST /api/brands', {
    name: 'Acme Shoes',
    domain: 'acme-shoes.com',
    competitors: [{ name: 'Fleetfoot', domain: 'fleetfoot.com', aliases: ['Fleet Foot'] }],
    ...more,
  })

export const line = (more: Record<string, unknown> = {}) => ({
  prompt: 'What are the best running shoes?',
  platform: 'chatgpt',
  answered_at: '2026-01-05T06:00:00Z',
  answer_markdown: 'Fleetfoot is fine, **Acme Shoes** is better.',
  citations: [{ url: 'https://www.acme-shoes.com/a', title: 'A' }],
  ...more,
})

export const toText = (lines: readonly unknown[]): string =>
  lines.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n')

export async function* toChunks(
  text: string | Uint8Array,
  sizeBytes = 64 * 1024,
): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += sizeBytes) yield bytes.subarray(start, start + sizeBytes)
}

const parseLines = (lines: readonly unknown[]) => parseJsonLines(toChunks(toText(lines)))

export async function createContextFor({ base }: SharedService, brand: Json): Promise<Context> {
  const { organization_id: organizationId } = await base.db
    .selectFrom('brands')
    .select('organization_id')
    .where('id', '=', brand.id)
    .executeTakeFirstOrThrow()
  return { ...base, organizationId, actor: { kind: 'system' } }
}

export async function importLines(
  service: SharedService,
  brand: Json,
  lines: readonly unknown[] | AsyncIterable<JsonLine>,
  options?: ImportOptions,
): Promise<AnswerImportReport> {
  const ctx = await createContextFor(service, brand)
  const source = Symbol.asyncIterator in lines ? lines : parseLines(lines)
  return importAnswers(ctx, await getBrand(ctx, brand.id), source, options)
}

/** Runs a command and returns its output. */
export async function run(
  service: SharedService,
  name: 'import' | 'export',
  brand: Json,
  file: string[] = [],
): Promise<string> {
  const output: string[] = []
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text, ...more) => {
    output.push(String(text))
    for (const written of more) if (typeof written === 'function') written()
    return true
  })
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    await dataTransferCommands((work) => work(service.base), requestJobsAfterImport)[name]?.run({
      values: { brand: brand.id },
      positionals: file,
    })
  } finally {
    stdout.mockRestore()
    stderr.mockRestore()
  }
  return output.join('')
}

export const allAccepted = (imported: number, skipped = 0): AnswerImportReport => ({
  imported,
  skipped,
  rejected: [],
})
