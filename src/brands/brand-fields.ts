/** Schemas of a brand, its creation and its changes. */
import { z } from 'zod'
import { sourceCategories } from '../../vocabulary/source-categories.ts'
import { Domain, Language, Line, Lines, RegionOrEmpty, Timestamp } from '../core/fields.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { NewEntity } from './entities.ts'
import { Reanalysis } from './reanalysis-request.ts'

export const BrandRecord = z
  .object({
    ...Reanalysis,
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    domain: z.string(),
    domains: z.array(z.string()),
    aliases: z.array(z.string()),
    case_sensitive: z.boolean().nullable(),
    exclude_phrases: z.array(z.string()),
    source_categories: z.record(z.string(), z.enum(sourceCategories)),
    industry: z.string().describe('Empty if unset.'),
    region: z.string().describe('Country (ISO 3166-1); empty if unset.'),
    language: z.string().nullable(),
    description: z.string().nullable(),
    status: z.enum(['active', 'paused']),
    is_demo: z
      .boolean()
      .describe('Whether the brand is fictional: all its answers are simulated, and it is never queried.'),
    pages_per_day: z
      .number()
      .int()
      .nullable()
      .describe('Cited pages that Ansight requests per day. 0: none; null: the default of the installation.'),
    tracking_code: z.string(),
    ai_files_token: z.string(),
    created_at: Timestamp,
  })
  .meta({ id: 'Brand' })

/** Domain, with or without a path → category of its pages. Takes precedence over the built-in lists. */
const SourceCategories = z
  .record(Domain, z.enum(sourceCategories).exclude(['owned', 'competitor']))
  .refine((categories) => Object.keys(categories).length <= 500, {
    error: localizedIssue(message('common.texts.mustHaveAtMostSizeEntries', { size: 500 })),
  })

/** Stores null as an empty string, which is also what responses contain for no value. */
const emptyForNull = <T extends z.ZodType<string>>(schema: T) =>
  schema.nullable().transform((value) => value ?? '')

const changeable = {
  name: Line(200),
  domain: Domain,
  domains: z.array(Domain).max(50),
  aliases: Lines(200, 50),
  case_sensitive: z.boolean().nullable(),
  exclude_phrases: Lines(200, 50),
  source_categories: SourceCategories,
  industry: emptyForNull(Line(200, 0)),
  region: emptyForNull(RegionOrEmpty),
  language: Language.nullable(),
  description: Line(2000).nullable(),
  pages_per_day: z.number().int().min(0).max(1000).nullable(),
}

export const NewBrand = z
  .strictObject({ ...changeable, competitors: z.array(NewEntity).max(100) })
  .partial()
  .required({ name: true, domain: true })

export const BrandChange = z.strictObject({ ...changeable, status: z.enum(['active', 'paused']) }).partial()
