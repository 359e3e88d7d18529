/** Imports facts from CSV, in the columns of the export. A line with a mistake is reported, and the others are imported. */
import { z } from 'zod'
import { type FactKind, valueTypes } from '../../vocabulary/facts.ts'
import type { Brand } from '../brands/brands.ts'
import { type Context, transaction } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { normalizeName } from '../core/fields.ts'
import { localize } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { lockOrganization } from '../plans/plans.ts'
import { type CsvRow, normalizeText, parseCsvRows } from '../prompts/csv.ts'
import { insertFacts } from './change-facts.ts'
import { listFacts, NewFact } from './facts.ts'

export const FactImport = z
  .object({
    imported: z.number().int().describe('New facts.'),
    skipped: z.number().int().describe('Facts that the brand has already.'),
    rejected: z
      .array(
        z.object({
          line: z.number().int().describe('Line of the file.'),
          reason: z.string().describe('What to change.'),
        }),
      )
      .describe('Lines that were not imported.'),
  })
  .meta({ id: 'FactImport' })

const columns = {
  required: ['kind', 'subject', 'statement', 'value'],
  optional:
    'unit valid_from earlier_values earlier source_url own_pages status id created_at updated_at'.split(' '),
  aliases: { source: 'source_url', type: 'kind' },
}

/** Throws `invalid_request` for a file that is not CSV, or whose header lacks a column. */
export function importFacts(ctx: Context, brand: Brand, text: string): Promise<z.output<typeof FactImport>> {
  const rows = parseCsvRows(normalizeText(text), columns)
  return transaction(ctx, async (tx) => {
    await lockOrganization(tx)
    const seen = new Set((await listFacts(tx, brand.id)).map(keyOf))
    const result: z.output<typeof FactImport> = { imported: 0, skipped: 0, rejected: [] }
    for (const row of rows) {
      const { fact, reason } = readRow(row)
      if (fact && seen.has(keyOf(fact))) {
        result.skipped += 1
        continue
      }
      const problem = fact ? await tryInsert(tx, brand, fact) : reason
      if (problem === null) result.imported += 1
      else result.rejected.push({ line: row.line, reason: problem })
      if (fact && problem === null) seen.add(keyOf(fact))
    }
    if (result.imported > 0)
      await recordEvent(tx, 'facts.imported', { brandId: brand.id, data: { facts: result.imported } })
    return result
  })
}

/** Returns why a fact cannot be stored, or null. A refusal happens before anything is written. */
async function tryInsert(tx: Context, brand: Brand, fact: NewFact): Promise<string | null> {
  try {
    await insertFacts(tx, brand, [fact])
    return null
  } catch (error) {
    if (error instanceof AppError) return localize(error.text)
    throw error
  }
}

type ReadRow = { fact: NewFact; reason: null } | { fact: null; reason: string }

function readRow({ fields }: CsvRow): ReadRow {
  if (fields === null)
    return { fact: null, reason: localize(message('prompts.csv.hasMoreCellsThanColumnsEnclose')) }
  const given = (name: string) => fields[name]?.trim() || null
  const kind = given('kind')?.toLowerCase() ?? ''
  const read = NewFact.safeParse({
    kind,
    subject: given('subject') ?? '',
    statement: given('statement') ?? '',
    value: parseValue(kind, given('value') ?? ''),
    unit: given('unit'),
    valid_from: given('valid_from'),
    earlier: parseEarlier(kind, given('earlier_values') ?? ''),
    source_url: given('source_url'),
    status: given('status') === 'approved' ? 'approved' : 'proposed',
  })
  if (read.success) return { fact: read.data, reason: null }
  const [issue] = read.error.issues
  const reason = localize(
    message('prompts.csv.columnProblem', {
      column: String(issue?.path[0] ?? ''),
      problem: issue?.message ?? '',
    }),
  )
  return { fact: null, reason }
}

function parseValue(kind: string, text: string): string | number | boolean {
  const types = isKind(kind) ? valueTypes[kind] : []
  if (types.includes('boolean') && /^(true|yes|1)$/i.test(text)) return true
  if (types.includes('boolean') && /^(false|no|0)$/i.test(text)) return false
  return types.includes('number') && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

const isKind = (kind: string): kind is FactKind => kind in valueTypes

/** `10 (2024-01-01..2025-12-31); 12 (..2023-12-31)` */
const parseEarlier = (kind: string, text: string) =>
  text
    .split(';')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [value = '', days = ''] = part.trim().split(' (')
      const [from = '', until = ''] = days.replace(')', '').split('..')
      return { value: parseValue(kind, value), valid_from: from || null, valid_until: until }
    })

const keyOf = ({
  kind,
  subject,
  value,
  status,
}: {
  kind: string
  subject: string
  value: unknown
  status: string
}) => JSON.stringify([kind, normalizeName(subject), value, status === 'rejected'])
