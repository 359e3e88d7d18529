/** Exports the audit log as JSON Lines or CSV, newest first, in pages: between two pages the export holds no connection. */
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { formatCsvCell } from '../../vocabulary/csv-cell.ts'
import { AuditEntry, auditFilter, readAuditLog } from '../accounts/audit-log.ts'
import type { Context } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'
import type { ReadPage } from './export-answers.ts'
import { claimExport } from './export-limits.ts'
import { formatJsonLines } from './json-lines.ts'

export const AuditExport = z.strictObject({
  format: z
    .enum(['jsonl', 'csv'])
    .default('jsonl')
    .describe('JSON Lines with the entries of the list, or CSV.'),
  ...auditFilter,
})

type Entry = z.output<typeof AuditEntry>

const pageRows = 500

/** Returns the export as a stream. Closing the stream ends the export. Throws `conflict` while one is in progress. */
export async function openAuditExport(
  ctx: Context,
  { format, ...filter }: z.output<typeof AuditExport>,
): Promise<Readable> {
  const { readPage, toStream } = await claimExport(ctx, 'audit log export')
  await recordEvent(ctx, 'audit_log.exported', {
    data: { format, filters: Object.entries(filter).map(([name, value]) => `${name}=${value}`) },
  })
  const entries = readEntries(ctx, filter, readPage)
  return toStream(format === 'csv' ? formatCsv(entries) : formatJsonLines(entries))
}

async function* readEntries(
  ctx: Context,
  filter: Omit<z.output<typeof AuditExport>, 'format'>,
  readPage: ReadPage,
): AsyncGenerator<Entry> {
  let cursor: string | undefined
  do {
    const page = await readPage(() => readAuditLog(ctx, { ...filter, limit: pageRows, cursor }))
    for (const entry of page.items) yield AuditEntry.parse(entry)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

const columns: Record<string, (entry: Entry) => string | null> = {
  created_at: ({ created_at }) => created_at,
  kind: ({ kind }) => kind,
  summary: ({ summary }) => summary,
  actor_kind: ({ actor }) => actor.kind,
  user_id: ({ actor }) => actor.user?.id ?? null,
  user_name: ({ actor }) => actor.user?.name ?? null,
  user_email: ({ actor }) => actor.user?.email ?? null,
  key_id: ({ actor }) => actor.key?.id ?? null,
  key_name: ({ actor }) => actor.key?.name ?? null,
  brand_id: ({ brand }) => brand?.id ?? null,
  brand_name: ({ brand }) => brand?.name ?? null,
  data: ({ data }) => JSON.stringify(data),
  request_id: ({ request_id }) => request_id,
  address: ({ address }) => address,
  id: ({ id }) => id,
}

async function* formatCsv(entries: AsyncIterable<Entry>): AsyncGenerator<string> {
  yield `${Object.keys(columns).join(',')}\r\n`
  for await (const entry of entries)
    yield `${Object.values(columns)
      .map((value) => formatCsvCell(value(entry) ?? ''))
      .join(',')}\r\n`
}
