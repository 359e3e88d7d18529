/**
 * Reads settings from environment variables. This is the only file that reads the environment. A feature with settings
 * declares a table and adds its values to `Config` by declaration merging; `src/config.ts` reads all tables together.
 */
import { readFileSync } from 'node:fs'
import { CronExpressionParser } from 'cron-parser'
import { z } from 'zod'
import { validationMessage } from './validation-messages.ts'

/** A setting has an invalid value, so the service does not start. Never sent to a client, so its message is a string. */
export class SettingError extends Error {
  override name = 'SettingError'
}

/** The headings of docs/settings.md, in their order. */
export const settingGroups = [
  'Serve the dashboard',
  'Control access',
  'Sign in with other accounts',
  'Query engines',
  'Schedule runs',
  'Control cost',
  'Control the pace of queries',
  'Use a language model',
  'Store data',
  'Protect secrets',
  'Back up',
  'Limit requests',
  'Count AI traffic',
  'Import search data',
  'Read cited pages',
  'Send email',
  'Print PDFs',
  'Push updates to browsers',
  'Monitor',
] as const

export type SettingGroup = (typeof settingGroups)[number]

export type Setting<T> = {
  /** Its row in docs/settings.md; null for settings of vendors and platforms, which have their own tables there. */
  doc: { group: SettingGroup; about: string; when: string } | null
  schema: z.ZodType<T>
  /** The value when the variable is unset or empty; null for none. */
  fallback: string | null
  /** The value is never printed. */
  secret?: true
}

/** Environment variable → setting. */
export type SettingsTable = Record<string, Setting<unknown>>

export type SettingValues<S> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never }

export const nonEmptyText = z.string().min(1)
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().int().min(min).max(max))
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''))
export const hostName = z.string().regex(/^[A-Za-z0-9.-]+$/, 'must be a host name or an IP address')
/** Texts separated by commas. */
export const list = <T extends z.ZodType<string, string>>(item: T) =>
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== ''),
    )
    .pipe(z.array(item))
export const cronExpression = z
  .string()
  .regex(/^(\S+\s+){4}\S+$/, 'must be a cron expression with five fields')
  .refine(isCronExpression, 'must be a valid cron expression')
export const trueOrFalse = z.enum(['true', 'false']).transform((value) => value === 'true')

function isCronExpression(value: string): boolean {
  try {
    CronExpressionParser.parse(value)
    return true
  } catch {
    return false
  }
}

/** A JSON value. */
export const json = z.string().transform((value, issues): unknown => {
  try {
    return JSON.parse(value)
  } catch {
    issues.addIssue({ code: 'custom', message: 'must be valid JSON' })
    return z.NEVER
  }
})

export const required = <T>(
  group: SettingGroup,
  fallback: string,
  schema: z.ZodType<T>,
  about: string,
  when: string,
) => ({ doc: { group, about, when }, schema, fallback }) satisfies Setting<T>

export const optional = <T>(
  group: SettingGroup,
  schema: z.ZodType<T>,
  about: string,
  when: string,
  secret?: 'secret',
) => ({ ...unlistedOptional(schema, secret), doc: { group, about, when } }) satisfies Setting<T | null>

export const unlisted = <T>(fallback: string, schema: z.ZodType<T>) =>
  ({ doc: null, schema, fallback }) satisfies Setting<T>

export const unlistedOptional = <T>(schema: z.ZodType<T>, secret?: 'secret') =>
  ({
    doc: null,
    schema: schema.nullable(),
    fallback: null,
    ...(secret && { secret: true as const }),
  }) satisfies Setting<T | null>

/**
 * Reads a table of settings from the environment. Throws a `SettingError` whose one-line message names the first wrong
 * setting and says what is wrong with it.
 */
export function readSettings<S extends SettingsTable>(
  table: S,
  env: Record<string, string | undefined> = process.env,
): SettingValues<S> {
  const values = Object.entries(table).map(([name, setting]) => [
    name,
    readSetting(name, setting, setting.secret ? findSecret(name, env) : env[name]),
  ])
  return asSettingValues<S>(Object.fromEntries(values))
}

/** Returns the variable, or the contents of the file that `<NAME>_FILE` names, such as a secret of a container. */
function findSecret(name: string, env: Record<string, string | undefined>): string | undefined {
  const file = env[`${name}_FILE`]?.trim()
  if (!file) return env[name]
  if (env[name]?.trim()) throw new SettingError(`${name}_FILE: ${name} is set too; set one of them.`)
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
    throw new SettingError(`${name}_FILE: the file "${file}" cannot be read${code}.`)
  }
}

function readSetting(name: string, setting: Setting<unknown>, value: string | undefined): unknown {
  // Shells and compose files can only express "unset" as an empty variable.
  const given = value === undefined || value.trim() === '' ? setting.fallback : value.trim()
  if (given === null) return null
  const parsed = setting.schema.safeParse(given, { error: validationMessage })
  if (parsed.success) return parsed.data
  const shown = setting.secret ? '' : ` (it is "${given}")`
  throw new SettingError(`${name}${shown}: ${parsed.error.issues[0]?.message ?? 'is not valid'}.`)
}

/** Narrows values that come from the table's own schemas, key by key; TypeScript cannot follow `fromEntries`. */
function asSettingValues<S>(values: Record<string, unknown>): SettingValues<S> {
  return values as SettingValues<S>
}
