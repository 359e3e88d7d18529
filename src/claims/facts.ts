/**
 * A fact is what is true about a brand: a price, a feature, its headquarters. A person approves facts; only approved ones are
 * compared with answers (compare-answers.ts). What an answer states about a fact is a claim, and its verdict is `right`, `wrong` or
 * `outdated`.
 */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { type FactStatus, factKinds, factStatuses } from '../../vocabulary/facts.ts'
import type { Context } from '../core/context.ts'
import { CalendarDay, Line, Timestamp } from '../core/fields.ts'
import { getRow } from '../core/rows-of-brand.ts'
import type { Facts } from '../db/schema.generated.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'

const maxEarlier = 20

const Value = z.union([z.number(), z.boolean(), Line(200)])
export type Value = z.output<typeof Value>

const Earlier = z.strictObject({
  value: Value.describe('The value.'),
  valid_from: CalendarDay.nullable().default(null).describe('First day; null if unknown.'),
  valid_until: CalendarDay.describe('Last day.'),
})
const EarlierList = z.array(Earlier)
export type Earlier = z.output<typeof Earlier>

const fields = {
  kind: z.enum(factKinds).describe('Kind of fact.'),
  subject: Line(120).describe(
    'What the value belongs to, such as a plan, a product, a role or a feature. A kind and a subject have one approved fact.',
  ),
  statement: Line(300).describe('The fact as a sentence.'),
  value: Value.describe(
    'A number for prices, limits and founding years; true or false for plans, features and compatibility; otherwise text. A date is a day, a month or a year (`2026-03-01`, `2026-03`, `2026`).',
  ),
  unit: Line(40)
    .nullable()
    .describe('Unit or currency, with its period, such as `USD/user/month`; null without one.'),
  valid_from: CalendarDay.nullable().describe('First day of the value; null if unknown.'),
  earlier: EarlierList.max(maxEarlier).describe(
    'Earlier values, oldest first. An answer that states one is outdated.',
  ),
  source_url: z
    .url({ protocol: /^https?$/, error: localizedIssue(message('claims.facts.mustBeAURL')) })
    .max(2_000)
    .nullable()
    .describe('The page that proves it; null without one.'),
}

const Status = z.enum(factStatuses).describe('Only approved facts are compared with answers.')

const OwnPage = z.object({
  url: z.string().describe('The page.'),
  value: z.union([z.number(), z.boolean(), z.string()]).describe('The value that it states.'),
  quote: untrustedText(z.string()).nullable().describe('Its words; null for structured data.'),
})
export type OwnPage = z.output<typeof OwnPage>

export const NewFact = z.strictObject({
  ...fields,
  unit: fields.unit.default(null),
  valid_from: fields.valid_from.default(null),
  earlier: fields.earlier.default([]),
  source_url: fields.source_url.default(null),
  status: Status.exclude(['rejected']).default('approved'),
})
export type NewFact = z.output<typeof NewFact>

export const FactPatch = z.strictObject(fields).partial()

export const FactRecord = z
  .object({
    id: z.uuid().describe('Id of the fact.'),
    ...fields,
    subject: z.string().describe('What the value belongs to.'),
    statement: z.string().describe('The fact as a sentence.'),
    value: z.union([z.number(), z.boolean(), z.string()]).describe('The current value.'),
    unit: z.string().nullable().describe('Unit or currency; null without one.'),
    valid_from: z.iso.date().nullable().describe('First day of the value; null if unknown.'),
    earlier: z
      .array(
        z.object({
          value: z.union([z.number(), z.boolean(), z.string()]).describe('The value.'),
          valid_from: z.iso.date().nullable().describe('First day; null if unknown.'),
          valid_until: z.iso.date().describe('Last day.'),
        }),
      )
      .describe('Earlier values, oldest first.'),
    earlier_values: z
      .string()
      .describe(
        'The earlier values as text, as imports accept them: `10 (2024-01-01..2025-12-31); 12 (..)`.',
      ),
    source_url: z.string().nullable().describe('The page that proves it.'),
    own_pages: z
      .array(OwnPage)
      .describe(
        'Pages of the brand from which the fact was proposed. A page with another value contradicts it.',
      ),
    status: Status,
    created_at: Timestamp.describe('When the fact was added.'),
    updated_at: Timestamp.describe('When the fact last changed.'),
  })
  .meta({ id: 'Fact' })

export type FactFields = Omit<z.output<z.ZodObject<typeof fields>>, 'earlier'> & { earlier: Earlier[] }

export type FactRow = Selectable<Facts>

export async function listFacts(
  { db }: Context,
  brandId: string,
  status?: FactStatus | undefined,
): Promise<FactRow[]> {
  return db
    .selectFrom('facts')
    .selectAll()
    .where('brand_id', '=', brandId)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .orderBy('kind')
    .orderBy('normalized_subject')
    .orderBy('id')
    .execute()
}

export const getFact = (ctx: Context, brandId: string, id: string): Promise<FactRow> =>
  getRow(ctx, 'facts', brandId, id)

const kindOf = z.enum(factKinds)
const statusOf = z.enum(factStatuses)

/** Returns the typed fields of a stored fact. */
export const toFact = (row: FactRow): FactFields & { id: string } => ({
  id: row.id,
  kind: kindOf.parse(row.kind),
  subject: row.subject,
  statement: row.statement,
  value: Value.parse(row.value),
  unit: row.unit,
  valid_from: row.valid_from,
  earlier: EarlierList.parse(row.earlier),
  source_url: row.source_url,
})

export function showFact(row: FactRow): z.input<typeof FactRecord> {
  const fact = toFact(row)
  return {
    ...fact,
    earlier_values: fact.earlier
      .map(({ value, valid_from, valid_until }) => `${value} (${valid_from ?? ''}..${valid_until})`)
      .join('; '),
    own_pages: z.array(OwnPage).parse(row.own_pages),
    status: statusOf.parse(row.status),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
