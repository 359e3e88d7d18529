/** The pages of docs/ that are made from the code, so that what they list is what there is. */

import { settings } from '../src/config.ts'
import type { Setting } from '../src/core/config.ts'
import { type ErrorCode, errorMeanings, errorStatuses } from '../src/core/errors.ts'
import { eventKinds } from '../src/core/events.ts'
import { apiVendors, type Vendor, vendors, vendorsServing } from '../src/engines/vendors.ts'
import { type Schema, toJsonSchema } from '../src/http/json-schemas.ts'
import type { OpenApi, Operation } from '../src/http/openapi/document.ts'
import { platformLabels, platforms } from '../vocabulary/platforms.ts'

/** Path from the root → text. */
export function generatedDocuments(api: OpenApi): Map<string, string> {
  return new Map([
    ['docs/api.md', page('API', apiIntroduction, apiParts(api))],
    ['docs/metrics.md', page('Metrics', metricsIntroduction, metricParts(api))],
    ['docs/settings.md', page('Settings', settingsIntroduction, settingGroups())],
    ['docs/errors.md', page('Errors', errorsIntroduction, [errorTable()])],
    ['docs/events.md', page('Events', eventsIntroduction, [eventTable()])],
  ])
}

const page = (title: string, introduction: string, parts: string[]) =>
  `${[`# ${title}`, '<!-- Made by `npm run generate`; do not edit. -->', introduction, ...parts].join('\n\n')}\n`

const apiIntroduction =
  'All endpoints of the service by authentication. The running service has the complete reference with schemas and examples at `/docs`, and as OpenAPI at `/api/openapi.json`. Parameters with `*` are required.'

const metricsIntroduction =
  'Each metric stands at `/api/metrics/…` for the dashboard, nearly all at `/api/mcp/…` and most at `/api/v1/…` for programs, as a tool for agents, and with `.csv` at its end as a file: one function, one text. What intervals, changes and filters mean is in [Numbers](numbers.md). `[]` stands for each item of a list.'

const settingsIntroduction =
  'All settings are environment variables, read once at start. None is required. With an invalid value the service does not start and prints one line that names the setting.'

const errorsIntroduction =
  'The body of every error is `{ "error", "code", "details"?, "request_id" }`: a sentence for people, a code for programs, each invalid field, and an id that identifies the request in the log.'

const eventsIntroduction =
  'Each change is recorded in the transaction that makes it: what was done, when, and by whom. The audit log reads these.'

function apiParts(api: OpenApi): string[] {
  return api['x-tagGroups'].flatMap((group) => [
    `## ${group.name}`,
    ...group.tags.flatMap((tag) => [
      `### ${tag}`,
      table(['Address', 'What it does', 'Parameters', 'Body', 'Answer'], operationRows(api, tag)),
    ]),
  ])
}

function operationRows(api: OpenApi, tag: string): string[][] {
  return Object.entries(api.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([verb, operation]) => operationRow(path, verb, operation)),
  )
}

function operationRow(path: string, verb: string, operation: Operation): string[] {
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  const body = operation.requestBody?.content['application/json']?.schema
  return [
    `\`${verb.toUpperCase()} ${path}\``,
    text(operation.summary),
    query.map(({ name, required }) => `\`${name}\`${required ? '\\*' : ''}`).join(' '),
    body ? shapeOf(body) : '',
    answersOf(operation),
  ]
}

function answersOf({ responses }: Operation): string {
  return Object.entries(responses)
    .flatMap(([status, response]) => {
      if ('$ref' in response || status === '304') return []
      const shapes = Object.entries(response.content ?? {}).map(([type, { schema }]) =>
        type === 'application/json' && Object.keys(schema).length > 0 ? shapeOf(schema) : `\`${type}\``,
      )
      return [[status, ...shapes].join(' ')]
    })
    .join(', ')
}

function metricParts(api: OpenApi): string[] {
  return Object.entries(api.paths).flatMap(([path, { get }]) => {
    const name = path.replace('/api/metrics/', '')
    const response = get?.responses['200']
    if (name === path || !get?.description || !response || '$ref' in response) return []
    const schema = response.content?.['application/json']?.schema ?? {}
    const fields = fieldsOf(schema, api.components.schemas, [])
    return [`## ${name}`, text(get.description), table(['Field', 'Meaning'], fields)]
  })
}

/** Each field that holds a value, by its path, with what is said of it. */
function fieldsOf(schema: Schema, components: Record<string, Schema>, path: string[]): string[][] {
  const whole = resolved(schema, components)
  const objects = whole.allOf ? whole.allOf.map((part) => resolved(toJsonSchema(part), components)) : [whole]
  return objects.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, property]) => {
      const field = toJsonSchema(property)
      const inner = resolved(field, components)
      const items = inner.type === 'array' ? resolved(toJsonSchema(inner.items), components) : null
      const deeper = items ? [...path, `${name}[]`] : [...path, name]
      const below = fieldsOf(items ?? inner, components, deeper)
      // What is said of an interval or a change is said once, in Numbers.
      const names = [field, ...(field.anyOf ?? []).map(toJsonSchema)].map(({ $ref }) =>
        $ref?.split('/').at(-1),
      )
      const isNamed = names.some((each) => each === 'Interval' || each === 'Change')
      if (below.length > 0 && !isNamed) return below
      return [[`\`${deeper.join('.')}\``, text(field.description ?? inner.description ?? '')]]
    }),
  )
}

function resolved(schema: Schema, components: Record<string, Schema>): Schema {
  if (schema.$ref !== undefined)
    return resolved(components[schema.$ref.replace('#/components/schemas/', '')] ?? {}, components)
  const choice = schema.anyOf?.map(toJsonSchema).find(({ type }) => type !== 'null')
  return choice ? resolved(choice, components) : schema
}

/** A component by its name, an object by its fields, a list by what it lists. */
function shapeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return `\`${schema.$ref.replace('#/components/schemas/', '')}\``
  if (typeof schema.items === 'object' && !Array.isArray(schema.items))
    return `list of ${shapeOf(schema.items)}`
  if (schema.properties) {
    const required = schema.required ?? []
    const names = Object.keys(schema.properties).map((name) => (required.includes(name) ? name : `${name}?`))
    return `\`{ ${names.join(', ')} }\``
  }
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(shapeOf).join(' or ')
  return [schema.type ?? 'any value'].flat().join(' or ')
}

function settingGroups(): string[] {
  const all: [string, Setting<unknown>][] = Object.entries(settings)
  const groups = [...new Set(all.map(([, { group }]) => group))]
  return groups.flatMap((group) => [
    `## ${group}`,
    table(
      ['Setting', 'Default', 'Meaning'],
      all
        .filter(([, setting]) => setting.group === group)
        .map(([name, { fallback, about, secret }]) => [
          `\`${name}\``,
          fallback === null ? '' : `\`${fallback}\``,
          text(about) + (secret ? ' **Secret.**' : ''),
        ]),
    ),
  ])
}

/** Replaces the tables of docs/engines.md, which stand between `<!-- generated: NAME -->` and `<!-- end -->`. */
export function withEngineTables(page: string): string {
  return Object.entries({ platforms: platformTable, scrapers: scraperTable, prices: priceTable }).reduce(
    (whole, [name, makeTable]) => {
      const parts = whole.split(new RegExp(`(<!-- generated: ${name} -->\\n)[^]*?(<!-- end -->)`))
      if (parts.length !== 4) throw new Error(`docs/engines.md has no single place for the table "${name}"`)
      const [before, start, end, after] = parts
      return `${before}${start}\n${makeTable()}\n\n${end}${after}`
    },
    page,
  )
}

const platformTable = () =>
  table(
    ['Platform', 'Backends, in order of preference'],
    platforms.map((platform) => [
      platformLabels[platform],
      vendorsServing(platform)
        .map(({ name }) => `\`${name}\``)
        .join(', '),
    ]),
  )

const scraperTable = () =>
  table(
    ['Backend', 'Credentials', 'List price', 'Source'],
    vendors
      .filter((vendor) => vendor.kind === 'scraper')
      .map((vendor) => [
        `\`${vendor.name}\` (${vendor.label})`,
        vendor.credentials.map((name) => `\`${name}\``).join(', '),
        unitPrice(vendor),
        vendor.pricesSource,
      ]),
  )

function unitPrice({ unit, unitPrices }: Extract<Vendor, { kind: 'scraper' }>): string {
  const newest = unitPrices.toSorted((a, b) => a.from.localeCompare(b.from)).at(-1)
  return newest ? `$${newest.usdPerThousand.toFixed(2)} per 1,000 ${unit}s, since ${newest.from}` : ''
}

const priceTable = () =>
  `${table(
    ['Model', 'From', 'Input', 'Cached input', 'Cache write', 'Output', 'Search', 'Charged per'],
    apiVendors.flatMap(({ prices }) =>
      prices.map(({ model, from, input, cachedInput, cacheWrite = 0, output, search, searchUnit }) => [
        `\`${model}\``,
        from,
        ...[input, cachedInput, cacheWrite, output, search].map(String),
        searchUnit,
      ]),
    ),
  )}\n\nSources: ${priceSources()}.`

const priceSources = () =>
  apiVendors
    .flatMap(({ label, pricesSource }) => (pricesSource ? `[${label}](${pricesSource})` : []))
    .join(', ')

function errorTable(): string {
  return table(
    ['Status', 'Code', 'Meaning'],
    Object.entries(errorStatuses).map(([code, status]) => [
      code === 'invalid_setting' ? '' : String(status),
      `\`${code}\``,
      cell(meaningOf(code)),
    ]),
  )
}

/** `Object.entries` forgets what the keys of a constant are. */
const meaningOf = (code: string) => errorMeanings[code as ErrorCode]

function eventTable(): string {
  return table(
    ['Event', 'What happened'],
    Object.entries(eventKinds).map(([kind, meaning]) => [`\`${kind}\``, text(meaning)]),
  )
}

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Plain text in a cell: nothing in it is a mark. */
const text = (plain: string) => cell(plain).replace(/[<>*_`]/g, (mark) => `\\${mark}`)
const cell = (marked: string) => marked.replaceAll('|', '\\|').replace(/\s+/g, ' ')
