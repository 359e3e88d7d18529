/** Generates docs/metrics.md: a glossary of terms and shared fields, then each metric with its own fields. */
import { type Schema, toJsonSchema } from '../src/http/json-schemas.ts'
import type { OpenApi } from '../src/http/openapi/document.ts'
import { denominatorRule, metricTerms } from '../src/metrics/metric-terms.ts'
import { table, text } from './markdown.ts'

export const metricsIntroduction = `\`\`\`sh
curl -H "Authorization: Bearer $KEY" "http://127.0.0.1:3000/api/v1/visibility-summary?brand_id=$BRAND"
\`\`\`

Programs read metrics below \`/api/v1\` and \`/api/mcp\`, agents as MCP tools, and the dashboard below \`/api/metrics\`. The [API reference](api.md) of the running service lists the endpoints and their parameters. Add \`.csv\` to a path for a CSV file. [Numbers](numbers.md) explains filters, intervals and changes.

In field names, \`[]\` means each item of a list.`

type Field = { path: string; meaning: string }
type Metric = { name: string; summary: string; description: string; fields: Field[] }

export function metricParts(api: OpenApi): string[] {
  const metrics = listMetrics(api)
  const isShared = sharedFieldTest(metrics)
  return [
    '## Terms',
    table(
      ['Term', 'Definition'],
      Object.values(metricTerms).map(({ label, definition }) => [label, text(definition)]),
    ),
    denominatorRule,
    '## Shared fields',
    'These fields have the same meaning in every metric. If a name has several meanings, each is followed by its metrics.',
    table(['Field', 'Meaning'], glossaryRows(metrics, isShared, api)),
    ...metrics.flatMap((metric) => metricSection(metric, isShared)),
  ]
}

function listMetrics({ paths, components }: OpenApi): Metric[] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const name = path.replace('/api/metrics/', '')
    const response = get?.responses['200']
    if (name === path || !get?.description || !response || '$ref' in response) return []
    const schema = response.content?.['application/json']?.schema ?? {}
    const fields = fieldsFor(schema, components.schemas, [])
    return [{ name, summary: get.summary, description: ownDescription(get.description), fields }]
  })
}

/** Returns the description without the definitions of the terms and the rule of the denominator. */
function ownDescription(description: string): string {
  const definitions = Object.values(metricTerms).map(({ label, definition }) => `${label}: ${definition}`)
  return [...definitions, denominatorRule].reduce((rest, part) => rest.replace(part, ''), description).trim()
}

/** A field is shared if several fields have its name and meaning. */
function sharedFieldTest(metrics: Metric[]): (field: Field) => boolean {
  const byKey = Map.groupBy(
    metrics.flatMap(({ fields }) => fields),
    getKey,
  )
  return (field) => (byKey.get(getKey(field))?.length ?? 0) > 1
}

const getKey = (field: Field) => `${lastPart(field)} ${field.meaning}`
const lastPart = ({ path }: Field) => path.split('.').at(-1) ?? path
/** The path within the item of the innermost list. */
const itemPath = ({ path }: Field) => path.replace(/^.*\[\]\./, '')

type Entry = Field & { metrics: string[] }

/** Returns one row per name, with the fields of intervals and changes. */
function glossaryRows(metrics: Metric[], isShared: (field: Field) => boolean, { components }: OpenApi) {
  const shared = metrics.flatMap(({ name, fields }) =>
    fields.filter(isShared).map((field) => ({ ...field, name })),
  )
  const entries = [...Map.groupBy(shared, getKey).values()].map(glossaryEntry)
  const interval = fieldsFor(components.schemas.Interval ?? {}, components.schemas, ['interval'])
  const change = fieldsFor(components.schemas.Change ?? {}, components.schemas, ['change'])
  const known = new Set(entries.map(({ path }) => path))
  const details = [...interval, ...change].filter(({ path }) => !known.has(path))
  const all = [...entries, ...details.map((field) => ({ ...field, metrics: [] }))]
  return [...Map.groupBy(all, ({ path }) => path)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, meanings]) => [`\`${path}\``, text(joinMeanings(meanings))])
}

function glossaryEntry(fields: (Field & { name: string })[]): Entry {
  const [first] = fields
  if (!first) throw new Error('A glossary entry needs a field.')
  const paths = new Set(fields.map(itemPath))
  return {
    path: paths.size === 1 ? itemPath(first) : lastPart(first),
    meaning: first.meaning,
    metrics: [...new Set(fields.map(({ name }) => name))],
  }
}

const joinMeanings = (entries: Entry[]) =>
  entries.length === 1
    ? entries.map(({ meaning }) => meaning).join('')
    : entries
        .map(({ meaning, metrics }) => `${meaning.replace(/\.$/, '')} (${metrics.join(', ')}).`)
        .join(' ')

function metricSection({ name, summary, description, fields }: Metric, isShared: (field: Field) => boolean) {
  const own = fields.filter((field) => !isShared(field))
  const rows = own.map(({ path, meaning }) => [`\`${path}\``, text(meaning)])
  return [
    `## ${name}`,
    text(`${summary}. ${description}`).trim(),
    ...(rows.length > 0 ? [table(['Field', 'Meaning'], rows)] : []),
    `Shared fields: ${listByParent(fields.filter(isShared))}.`,
  ]
}

/** Lists `a.b` and `a.c` as `a` (`b`, `c`). */
function listByParent(fields: Field[]): string {
  const byParent = Map.groupBy(fields, ({ path }) => path.split('.').slice(0, -1).join('.'))
  return [...byParent]
    .map(([parent, children]) => {
      const names = children.map((field) => `\`${lastPart(field)}\``).join(', ')
      return parent === '' ? names : `\`${parent}\` (${names})`
    })
    .join(', ')
}

/** Lists the fields with a value, except those within intervals and changes. */
function fieldsFor(schema: Schema, components: Record<string, Schema>, path: string[]): Field[] {
  const whole = resolved(schema, components)
  const objects = whole.allOf ? whole.allOf.map((part) => resolved(toJsonSchema(part), components)) : [whole]
  return objects.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, property]) => {
      const field = toJsonSchema(property)
      const inner = resolved(field, components)
      const items = inner.type === 'array' ? resolved(toJsonSchema(inner.items), components) : null
      const deeper = items ? [...path, `${name}[]`] : [...path, name]
      const below = fieldsFor(items ?? inner, components, deeper)
      const references = [field, ...(field.anyOf ?? []).map(toJsonSchema)].map(({ $ref }) =>
        $ref?.split('/').at(-1),
      )
      const isNamed = references.some((each) => each === 'Interval' || each === 'Change')
      if (below.length > 0 && !isNamed) return below
      return [{ path: deeper.join('.'), meaning: field.description ?? inner.description ?? '' }]
    }),
  )
}

function resolved(schema: Schema, components: Record<string, Schema>): Schema {
  if (schema.$ref !== undefined)
    return resolved(components[schema.$ref.replace('#/components/schemas/', '')] ?? {}, components)
  const choice = schema.anyOf?.map(toJsonSchema).find(({ type }) => type !== 'null')
  if (!choice) return schema
  const inner = resolved(choice, components)
  return schema.description === undefined ? inner : { ...inner, description: schema.description }
}
