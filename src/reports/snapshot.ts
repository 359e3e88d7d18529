/**
 * The snapshot of a report: the numbers of each brand for a period, computed by the metrics of the API in one database
 * snapshot per brand. It includes the definitions that a sealed report is recomputed with.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Language } from '../../vocabulary/languages.ts'
import { PARSER_VERSION } from '../answers/parser.ts'
import { answersInScope, resolveScope } from '../answers/scope.ts'
import { type Brand, getBrand } from '../brands/brands.ts'
import { trackedEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { Timestamp } from '../core/fields.ts'
import { version } from '../core/version.ts'
import { withLocale } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { evaluateChanges } from '../metrics/changes.ts'
import { everyNumber, readWindow, type Window } from '../metrics/rollups.ts'
import { BrandNumbers, readBrandNumbers } from './brand-numbers.ts'

/** Increased with every change of the form or the meaning of a snapshot. */
const snapshotSchema = 1

const Period = z.object({
  date_from: z.iso.date().describe('First day (UTC).'),
  date_to: z.iso.date().describe('Last day, inclusive (UTC).'),
})
type Period = z.output<typeof Period>

const Versions = z
  .object({
    schema: z.literal(snapshotSchema).describe('Version of the form of the snapshot.'),
    ansight: z.string().describe('Version of Ansight that computed the numbers.'),
    parser: z.number().int().describe('Version of the parser that analyzed the answers.'),
  })
  .meta({ id: 'ReportVersions' })

/** The snapshot as the API and shared links return it. */
export const SnapshotContent = z
  .object({
    versions: Versions,
    prepared_by: z.string().describe('Name of the organization.'),
    period: Period,
    computed_at: Timestamp,
    simulated: z.boolean().describe('Whether answers of the built-in simulator are counted.'),
    brands: z.array(BrandNumbers),
  })
  .meta({
    id: 'ReportSnapshot',
    // The numbers of a brand come from the metrics, which have their own examples.
    examples: [
      {
        versions: { schema: snapshotSchema, ansight: '1.0.0', parser: PARSER_VERSION },
        prepared_by: 'Northfold Studio',
        period: { date_from: '2026-10-24', date_to: '2026-11-22' },
        computed_at: '2026-11-23T08:00:00.000Z',
        simulated: false,
        brands: [],
      },
    ],
  })
export type SnapshotContent = z.output<typeof SnapshotContent>

/** What the answers were searched for. `names_version` is the version of the brand's names. */
export const Definitions = z.object({
  names_version: z.number().int(),
  source_categories: z.record(z.string(), z.string()),
  entities: z.array(
    z.object({
      id: z.uuid(),
      number: z.number().int(),
      kind: z.enum(['brand', 'competitor', 'product']),
      name: z.string(),
      aliases: z.array(z.string()),
      domains: z.array(z.string()),
      case_sensitive: z.boolean().nullable(),
      exclude_phrases: z.array(z.string()),
    }),
  ),
})

/** The snapshot as it is stored. */
export const StoredSnapshot = SnapshotContent.extend({
  brands: z.array(BrandNumbers.extend({ definitions: Definitions })).min(1),
})
export type StoredSnapshot = z.output<typeof StoredSnapshot>

/** The answers that a brand's numbers count, and the sentiment of each toward the brand, as its number in the database. */
type CountedAnswers = { brandId: string; ids: string[]; sentiments: number[] }

/**
 * Computes the snapshot of these brands, with texts in this language. Throws `conflict` for a brand without answers in the period, and for one whose
 * answers are being reprocessed.
 */
export async function takeSnapshot(
  ctx: Context,
  brands: readonly Brand[],
  period: Period,
  language: Language,
): Promise<{ snapshot: StoredSnapshot; answers: CountedAnswers[] }> {
  const parts: BrandPart[] = []
  for (const brand of brands) parts.push(await readBrand(ctx, brand, period))
  const { name } = await ctx.db
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', ctx.organizationId)
    .executeTakeFirstOrThrow()
  const snapshot = withLocale(language, () =>
    StoredSnapshot.parse({
      versions: { schema: snapshotSchema, ansight: version, parser: PARSER_VERSION },
      prepared_by: name,
      period,
      computed_at: ctx.now().toISOString(),
      simulated: parts.some((part) => part.simulated),
      brands: parts.map((part) => part.numbers),
    }),
  )
  return { snapshot, answers: parts.map((part) => part.answers) }
}

type BrandPart = Awaited<ReturnType<typeof readBrand>>

async function readBrand(ctx: Context, brand: Brand, { date_from, date_to }: Period) {
  const scope = await resolveScope(ctx, brand, { brand_id: brand.id, date_from, date_to }, null)
  await evaluateChanges(ctx, brand.id)
  return readWindow(
    ctx,
    scope,
    async (window) => {
      // The names may have changed since `brand` was read.
      const current = await getBrand(window, brand.id)
      const answers = await listCountedAnswers(window, current)
      const numbers = await readBrandNumbers(window, current)
      if (answers.ids.length !== numbers.summary.result_count)
        throw new Error('The answers of a report are not those that its numbers count')
      const definitions = {
        names_version: current.names_version,
        source_categories: current.source_categories,
        entities: await trackedEntities(window, current),
      }
      return { numbers: { ...numbers, definitions }, answers, simulated: window.hasSimulated }
    },
    everyNumber,
  )
}

async function listCountedAnswers(window: Window, brand: Brand): Promise<CountedAnswers> {
  const { rows } = await sql<{ id: string; sentiment: number | null; is_current: boolean }>`
    select id, sentiments[1] as sentiment,
      names_version = ${brand.names_version} and analysis_version = ${PARSER_VERSION} as is_current
    from answers where ${answersInScope(window.scope)} order by id`.execute(window.db)
  if (rows.length === 0)
    throw conflict(message('reports.snapshot.nameHasNoAnswersInThis', { name: brand.name }))
  if (rows.some((row) => !row.is_current))
    throw conflict(
      message('reports.snapshot.pastAnswersOfNameAreBeing', {
        name: brand.name,
      }),
    )
  return {
    brandId: brand.id,
    ids: rows.map(({ id }) => id),
    sentiments: rows.map(({ sentiment }) => sentiment ?? 0),
  }
}
