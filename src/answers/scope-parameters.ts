/** The query parameters that choose the answers of a metric: days and filters, with the conditions of the filters on prompts. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import { BrandId, dateRange, Language } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'

/** Accepts one value, or several separated by commas. */
const commaSeparated = <T>(item: z.ZodType<T, string>) =>
  z
    .string()
    .max(4_000)
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item).min(1).max(100))

/** Accepts a value of the schema, or `none` for answers and prompts without one, as ''. */
const orNone = (item: z.ZodType<string, string>) =>
  z.string().transform((text, context) => {
    if (/^none$/i.test(text)) return ''
    const { data, error } = item.safeParse(text)
    for (const { message: problem } of error?.issues ?? [])
      context.addIssue({ code: 'custom', message: problem })
    return data ?? z.NEVER
  })

/** The filters on prompts. */
const promptParameters = {
  topic_id: commaSeparated(Uuid).optional().describe('Only prompts of these topics. Comma-separated.'),
  branded: commaSeparated(z.enum(['true', 'false']))
    .optional()
    .describe('`true`: only prompts that contain the name of the brand. `false`: only those that do not.'),
  tag: commaSeparated(z.string().min(1).max(50))
    .optional()
    .describe('Only prompts with at least one of these tags. Comma-separated.'),
  persona_id: commaSeparated(orNone(Uuid))
    .optional()
    .describe('Only prompts asked as these personas; `none`: without a persona. Comma-separated.'),
  language: commaSeparated(orNone(Language))
    .optional()
    .describe(
      'Only prompts whose language is one of these tags (BCP 47); `none`: without one. Comma-separated.',
    ),
  follow_up: commaSeparated(z.enum(['true', 'false']))
    .optional()
    .describe('`true`: only follow-ups in conversations. `false`: only first questions.'),
}

export type PromptFilter = keyof typeof promptParameters
export const promptFilterNames = z.object(promptParameters).keyof().options

/** The condition of each filter on the table prompts. Rollups do not depend on filters, so any property of a prompt can be one. */
export const promptConditions: Record<PromptFilter, (values: string[]) => RawBuilder<boolean>> = {
  topic_id: (ids) => sql`prompts.topic_id = any(${ids}::uuid[])`,
  branded: (values) => sql`prompts.branded = any(${values}::boolean[])`,
  tag: (tags) => sql`prompts.tags && ${tags}::text[]`,
  persona_id: (ids) => sql`coalesce(prompts.persona_id::text, '') = any(${ids}::text[])`,
  language: (tags) => sql`prompts.language = any(${tags}::text[])`,
  follow_up: (values) => sql`(prompts.follows is not null) = any(${values}::boolean[])`,
}

const platform = commaSeparated(
  z.enum(platforms, {
    error: localizedIssue(message('common.texts.mustBeOneOfNames', { names: platforms.join(', ') })),
  }),
)
  .optional()
  .describe('Only answers of these platforms. Comma-separated.')

const region = commaSeparated(
  orNone(
    z
      .string()
      .regex(/^[A-Za-z]{2}$/, { error: localizedIssue(message('answers.scope.mustBeACountryCodeOf')) })
      .transform((code) => code.toUpperCase()),
  ),
)
  .optional()
  .describe(
    'Only answers to prompts run from these countries (ISO 3166-1 alpha-2); `none`: without a country. Comma-separated.',
  )

const filters = {
  platform,
  model: commaSeparated(z.string().min(1).max(200))
    .optional()
    .describe('Only answers of these models, as reported by the engines. Comma-separated.'),
  region,
  ...promptParameters,
}

/** Query of a v1 metric. Without dates the window is unbounded. */
export const v1Query = { brand_id: BrandId, ...dateRange, ...filters }

/** Query of an MCP metric: the last `days` days unless dates are given. */
export const mcpQuery = {
  brand_id: BrandId,
  days: z
    .string()
    .regex(/^\d+$/, { error: localizedIssue(message('answers.scope.mustBeAWholeNumber')) })
    .transform(Number)
    .pipe(z.number().int().min(1).max(3650))
    .optional()
    .describe(
      'Number of days until today (UTC), including today. Cannot be combined with date_from or date_to.',
    ),
  ...dateRange,
  ...filters,
}

/** Query of a metric of the dashboard. */
export const sessionQuery = {
  ...mcpQuery,
  compare: z
    .enum(['previous', 'last_month'])
    .optional()
    .describe(
      'What changes are computed against. `previous` (default): the days before the window, as many as it has. `last_month`: the same days a month earlier, for a window of at most 31 days. Without effect where nothing is compared.',
    ),
}

/** Queries of a metric over visits. A visit has no model, region or prompt, so those filters are unknown parameters. */
export const v1VisitQuery = { brand_id: BrandId, ...dateRange, platform }
export const mcpVisitQuery = { brand_id: BrandId, days: mcpQuery.days, ...dateRange, platform }
export const sessionVisitQuery = { ...mcpVisitQuery, compare: sessionQuery.compare }

/** The prompts that a metric lists. */
export const PromptIds = commaSeparated(Uuid).optional().describe('Only these prompts. Comma-separated.')

/** Query of a list of prompts. */
export const promptQuery = { brand_id: BrandId, region, ...promptParameters }

export type ScopeParams = z.output<z.ZodObject<typeof mcpQuery>> & {
  compare?: 'previous' | 'last_month' | undefined
}
