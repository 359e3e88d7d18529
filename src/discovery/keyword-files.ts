/**
 * Uploaded lists of keywords. A file is sent in parts, so that neither the browser nor the service has all of it in memory, and
 * keeps the keywords with the highest volume; what it does not keep is counted.
 */
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { type Context, transaction } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Line, Timestamp } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { countRows, getRow } from '../core/rows-of-brand.ts'
import { timeSlicer } from '../core/yield-to-event-loop.ts'
import type { KeywordFiles } from '../db/schema.generated.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { requireRoom } from '../plans/plans.ts'
import { normalizeText } from '../prompts/csv.ts'
import { normalizeQuery } from '../search-queries/query-form.ts'
import {
  delimiters,
  type KeywordLayout,
  keywordColumns,
  readKeywords,
  recognizeKeywords,
} from './keyword-layout.ts'

export const maxPartBytes = 4 * 1024 * 1024
const maxFiles = 20
const maxKeywords = 20_000
const maxLength = 200

type KeywordFileRow = Selectable<KeywordFiles>

export const KeywordFile = z
  .object({
    id: z.uuid(),
    file_name: z.string(),
    lines: z.number().int().describe('Lines with content, without column names.'),
    kept: z
      .number()
      .int()
      .describe(
        `Keywords that are kept, at most ${maxKeywords.toLocaleString('en')}: those with the highest volume.`,
      ),
    rejected: z
      .number()
      .int()
      .describe(
        `Lines without a keyword or with a quote that is not closed, and keywords of more than ${maxLength} characters.`,
      ),
    repeated: z.number().int().describe('Lines that repeat a keyword of the file.'),
    left_out: z.number().int().describe('Keywords with less volume than those that are kept.'),
    created_at: Timestamp,
  })
  .meta({ id: 'KeywordFile' })

const Columns = z
  .string()
  .max(1_000)
  .meta({ examples: ['keyword,volume'] })
  .transform((text) => text.split(',').map((name) => name.trim()))
  .refine(
    (names) =>
      names.every((name) => name === '' || keywordColumns.some((each) => each === name)) &&
      names.filter((name) => name === 'keyword').length === 1,
    { error: localizedIssue(message('discovery.keywordFiles.columns')) },
  )

const Delimiter = z.enum([...delimiters, '']).meta({ examples: [','] })

export const KeywordLayoutQuery = {
  delimiter: Delimiter.optional().describe(
    'What separates the columns; empty for one keyword per line. Default: recognized.',
  ),
  columns: Columns.optional().describe(
    'Contents of each column, in order, separated by commas: `keyword`, `volume`, or empty to skip it. Default: recognized.',
  ),
  skip: z
    .string()
    .regex(/^\d{1,2}$/)
    .meta({ examples: ['1'] })
    .transform(Number)
    .optional()
    .describe('Lines before the data, with the names of the columns. Default: recognized.'),
}
type GivenLayout = z.output<z.ZodObject<typeof KeywordLayoutQuery>>

export const NewKeywordFile = { file_name: Line(200).describe('Name of the file.'), ...KeywordLayoutQuery }

const previewedLines = 20

export const KeywordPreview = z
  .object({
    delimiter: Delimiter,
    skip: z.number().int(),
    columns: z.array(
      z.object({
        name: z.string().describe('The cell above the data, or the first one.'),
        content: z.enum(keywordColumns).nullable().describe('Null: the column is skipped.'),
      }),
    ),
    lines: z.number().int().describe('Lines with content in this part of the file.'),
    rejected: z.number().int(),
    with_volume: z.number().int().describe('Lines with a volume.'),
    sample: z.array(
      z.object({ line: z.number().int(), keyword: z.string(), volume: z.number().int().nullable() }),
    ),
  })
  .meta({ id: 'KeywordPreview' })

export async function previewKeywords(
  text: string,
  given: GivenLayout,
): Promise<z.output<typeof KeywordPreview>> {
  const content = normalizeText(text)
  const layout = getLayout(content, given)
  const pause = timeSlicer()
  const counts = { lines: 0, rejected: 0, with_volume: 0 }
  const sample: z.output<typeof KeywordPreview>['sample'] = []
  for (const line of readKeywords(content, layout)) {
    await pause()
    counts.lines += 1
    if (!isKeyword(normalizeQuery(line.keyword))) counts.rejected += 1
    if (line.volume !== null) counts.with_volume += 1
    if (sample.length < previewedLines) sample.push({ ...line, keyword: line.keyword.slice(0, 300) })
  }
  const cells = (content.split('\n')[Math.max(0, layout.skip - 1)] ?? '').split(layout.delimiter || '\n')
  return {
    delimiter: layout.delimiter,
    skip: layout.skip,
    columns: layout.columns.map((column, index) => ({
      name: (cells[index] ?? '').replaceAll('"', '').slice(0, 100),
      content: keywordColumns.find((each) => each === column) ?? null,
    })),
    ...counts,
    sample,
  }
}

/** Throws `invalid_request` when no column has keywords. */
function getLayout(content: string, given: GivenLayout): KeywordLayout {
  const recognized = recognizeKeywords(content)
  const layout = {
    delimiter: given.delimiter ?? recognized.delimiter,
    columns: given.columns ?? recognized.columns,
    skip: given.skip ?? recognized.skip,
  }
  if (!layout.columns.includes('keyword')) throw invalid('columns', message('discovery.keywordFiles.columns'))
  return layout
}

const isKeyword = (text: string) => text !== '' && text.length <= maxLength

type Part = {
  lines: number
  valid: number
  /** `position`: of the first line with the keyword in the part. A `volume` of -1 is unknown. */
  keywords: ReadonlyMap<string, { position: number; volume: number }>
}

async function readPart(content: string, layout: KeywordLayout): Promise<Part> {
  const pause = timeSlicer()
  const keywords = new Map<string, { position: number; volume: number }>()
  let [lines, valid] = [0, 0]
  for (const { keyword, volume } of readKeywords(content, layout)) {
    await pause()
    const text = normalizeQuery(keyword)
    if (isKeyword(text)) {
      const known = keywords.get(text) ?? { position: lines, volume: -1 }
      keywords.set(text, { ...known, volume: Math.max(known.volume, volume ?? -1) })
      valid += 1
    }
    lines += 1
  }
  return { lines, valid, keywords }
}

/** `text`: the first part of the file. */
export async function createKeywordFile(
  ctx: Context,
  brandId: string,
  { text, file_name, ...given }: { text: string; file_name: string } & GivenLayout,
): Promise<KeywordFileRow> {
  const content = normalizeText(text)
  const layout = getLayout(content, given)
  const part = await readPart(content, layout)
  return transaction(ctx, async (tx) => {
    await requireRoom(tx, {
      max: maxFiles,
      count: () => countRows(tx, 'keyword_files', brandId),
      full: message('discovery.keywordFiles.tooMany', { max: maxFiles }),
    })
    const file = await tx.db
      .insertInto('keyword_files')
      .values({
        brand_id: brandId,
        id: newId(tx.now().getTime()),
        file_name,
        delimiter: layout.delimiter,
        columns: [...layout.columns],
        created_at: tx.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, 'keywords.uploaded', { brandId, data: { file_name } })
    return addPart(tx, file, part)
  })
}

/** `text`: the next part of the file, in whole lines. */
export async function addKeywordPart(
  ctx: Context,
  file: KeywordFileRow,
  text: string,
): Promise<KeywordFileRow> {
  const { columns, delimiter } = file
  const part = await readPart(normalizeText(text), {
    delimiter: Delimiter.parse(delimiter),
    columns,
    skip: 0,
  })
  return transaction(ctx, async (tx) => {
    // Two parts at a time would both count the keywords of the other.
    const locked = await getRow(tx, 'keyword_files', file.brand_id, file.id, 'update')
    return addPart(tx, locked, part)
  })
}

async function addPart(
  tx: Context,
  file: KeywordFileRow,
  { lines, valid, keywords }: Part,
): Promise<KeywordFileRow> {
  const before = await countKeywords(tx, file)
  const rows = [...keywords]
  await sql`
    insert into keyword_rows (brand_id, file_id, keyword, position, volume)
    select ${file.brand_id}, ${file.id}, keyword, position, nullif(volume, -1)
    from unnest(
      ${rows.map(([text]) => text)}::text[], ${rows.map(([, { position }]) => file.lines + position)}::int[],
      ${rows.map(([, { volume }]) => volume)}::bigint[]
    ) as of_part (keyword, position, volume)
    on conflict (brand_id, file_id, keyword) do update set volume = greatest(keyword_rows.volume, excluded.volume)`.execute(
    tx.db,
  )
  const added = (await countKeywords(tx, file)) - before
  const left = await deleteSurplus(tx, file)
  return tx.db
    .updateTable('keyword_files')
    .set((eb) => ({
      lines: eb('lines', '+', lines),
      rejected: eb('rejected', '+', lines - valid),
      repeated: eb('repeated', '+', valid - added),
      left_out: eb('left_out', '+', left),
    }))
    .where('brand_id', '=', file.brand_id)
    .where('id', '=', file.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes the first keyword beyond the limit and those with less volume, and returns their number. */
async function deleteSurplus(tx: Context, file: KeywordFileRow): Promise<number> {
  const { rows } = await sql<{ volume: number; position: number }>`
    select coalesce(volume, -1) as volume, position from keyword_rows
    where brand_id = ${file.brand_id} and file_id = ${file.id}
    order by coalesce(volume, -1) desc, position
    offset ${maxKeywords} limit 1`.execute(tx.db)
  const [first] = rows
  if (!first) return 0
  const { numAffectedRows = 0n } = await sql`
    delete from keyword_rows
    where brand_id = ${file.brand_id} and file_id = ${file.id}
      and (coalesce(volume, -1) < ${first.volume}
        or (coalesce(volume, -1) = ${first.volume} and position >= ${first.position}))`.execute(tx.db)
  return Number(numAffectedRows)
}

async function countKeywords(tx: Context, file: KeywordFileRow): Promise<number> {
  const { count } = await tx.db
    .selectFrom('keyword_rows')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('brand_id', '=', file.brand_id)
    .where('file_id', '=', file.id)
    .executeTakeFirstOrThrow()
  return count
}

export const listKeywordFiles = (ctx: Context, brandId: string): Promise<KeywordFileRow[]> =>
  ctx.db
    .selectFrom('keyword_files')
    .selectAll()
    .where('brand_id', '=', brandId)
    .orderBy('id', 'desc')
    .execute()

/** Deletes the file with its keywords. Prompts that were made from them stay. */
export function deleteKeywordFile(ctx: Context, { brand_id, id, file_name }: KeywordFileRow): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db.deleteFrom('keyword_files').where('brand_id', '=', brand_id).where('id', '=', id).execute()
    await recordEvent(tx, 'keywords.deleted', { brandId: brand_id, data: { file_name } })
  })
}

export const showKeywordFile = (file: KeywordFileRow): z.input<typeof KeywordFile> => ({
  ...file,
  kept: file.lines - file.rejected - file.repeated - file.left_out,
  created_at: file.created_at.toISOString(),
})
