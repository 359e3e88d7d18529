/**
 * Exports a metric as CSV (RFC 4180): all rows of its JSON, with a column for each field at any depth. Columns and tables
 * are derived from the response schema, so an empty table has its header too.
 */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { formatCsvCell } from '../../vocabulary/csv-cell.ts'
import type { AppContext } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { message } from '../languages/message.ts'
import { callRoute, readOnlyHttp } from './call-route.ts'
import { type Schema, toJsonSchema } from './json-schemas.ts'
import { type RawRoute, type Route, raw } from './route.ts'

/** The table of the values outside of lists, with one row. */
const summary = 'summary'
const pageRows = 500

type Path = readonly string[]
type Tables = Map<string, Table>
/** `path`: of its rows in the JSON. `cursor`: the parameter that continues this table; null if it has no pages. */
type Table = { path: Path; columns: Path[]; cursor: string | null }

/** `first` is the default table. */
export function csvRoute(metric: Route, first: string): RawRoute {
  // Derived on first use, to keep the start of the service fast.
  const tables = lazy(() => {
    const derived = getTables(toInlinedSchema(metric.returns))
    if (!derived.has(first)) throw new Error(`${metric.summary}: no table ${first} in ${[...derived.keys()]}`)
    return derived
  })
  const given = Object.fromEntries(Object.entries(metric.query.shape).filter(([name]) => !isPaging(name)))
  return raw({
    access: metric.access,
    summary: `${metric.summary}, as CSV`,
    description: 'All rows of a list of the JSON response.',
    query: () =>
      z.strictObject({
        ...given,
        table: z
          .enum([...tables().keys()])
          .default(first)
          .describe('List of the response to export.'),
      }),
    returns: {
      'text/csv': 'A header line, then a line per row.',
    },
    run: (base, request, reply) => send(base, metric, { tables: tables(), first }, request, reply),
  })
}

/** Parameters of pages, which a file with all rows does not take. */
const isPaging = (name: string) => /^(limit|cursor|.+_cursor)$/.test(name)

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

async function send(
  base: AppContext,
  metric: Route,
  { tables, first }: { tables: Tables; first: string },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { table: name = first, ...query } = z.record(z.string(), z.unknown()).parse(request.query)
  const table = typeof name === 'string' ? tables.get(name) : undefined
  if (table === undefined)
    throw invalid('table', message('common.texts.mustBeOneOfNames', { names: [...tables.keys()].join(', ') }))
  const paging = Object.keys(query).find(isPaging)
  if (paging !== undefined) throw invalid(paging, message('http.csv.isNotAKnownParameterAll'))
  const read = (cursor: string | null) =>
    callRoute(
      base,
      metric,
      {
        params: {},
        query: {
          ...query,
          ...('limit' in metric.query.shape && { limit: String(pageRows) }),
          ...(cursor !== null && table.cursor !== null && { [table.cursor]: cursor }),
        },
        body: undefined,
      },
      readOnlyHttp(request),
    )
  // Read before the status is sent, so that an invalid request gets an ordinary error.
  const page = await read(null)
  const file = `${metricName(request)}-${String(name)}.csv`
  return reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${file}"`)
    .header('Cache-Control', 'no-store')
    .send(Readable.from(toTextLines(page, table, read)))
}

const metricName = ({ routeOptions: { url = '' } }: FastifyRequest): string =>
  url.replace(/^.*\//, '').replace(/\.csv$/, '')

async function* toTextLines(
  firstPage: unknown,
  { path, columns, cursor }: Table,
  read: (cursor: string) => Promise<unknown>,
): AsyncGenerator<string> {
  yield renderLine(columns.map((column) => column.join('_')))
  let page = firstPage
  for (;;) {
    const found = path.length === 0 ? [page] : valueAt(page, path)
    // A list within an object that is null has no rows.
    for (const row of Array.isArray(found) ? found : [])
      yield renderLine(columns.map((column) => valueAt(row, column)))
    const next = cursor === null ? null : valueAt(page, [`next_${cursor}`])
    if (typeof next !== 'string') return
    page = await read(next)
  }
}

const renderLine = (cells: readonly unknown[]) => `${cells.map(formatCell).join(',')}\r\n`

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return formatCsvCell(getText(value))
}

function getText(value: unknown): string {
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object')) return value.join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function getTables(schema: Schema): Tables {
  const tables: Tables = new Map()
  const names = new Set(fieldsFor(schema).map(([name]) => name))
  const own = getColumns(schema, [], (path, items) => {
    // The first list of a paged response is continued by `cursor`, the list `x` by `x_cursor`.
    const candidates = [...(tables.size === 0 ? ['cursor'] : []), `${path.join('_')}_cursor`]
    const cursor = candidates.find((each) => names.has(`next_${each}`)) ?? null
    tables.set(path.join('_'), { path, columns: getColumns(items, []), cursor })
  })
  const columns = own.filter(([name = '']) => !/^next_(.+_)?cursor$/.test(name))
  if (columns.length > 0) tables.set(summary, { path: [], columns, cursor: null })
  return tables
}

/** Returns the paths of single values. `onList` receives each list of objects; without it, such a list is one cell. */
function getColumns(schema: Schema, path: Path, onList?: (path: Path, items: Schema) => void): Path[] {
  return fieldsFor(schema).flatMap(([name, field]) => {
    const inner = [...path, name]
    const shape = nonNull(field)
    if (fieldsFor(shape).length > 0) return getColumns(shape, inner, onList)
    const items = shape.type === 'array' ? nonNull(toJsonSchema(shape.items)) : {}
    if (onList === undefined || fieldsFor(items).length === 0) return [inner]
    onList(inner, items)
    return []
  })
}

const fieldsFor = (schema: Schema): [string, Schema][] => [
  ...Object.entries(schema.properties ?? {}).map(([name, field]): [string, Schema] => [
    name,
    toJsonSchema(field),
  ]),
  ...(schema.allOf ?? []).flatMap((part) => fieldsFor(toJsonSchema(part))),
]

/** Returns the schema of the value when it is not null. */
function nonNull(schema: Schema): Schema {
  const choices = (schema.anyOf ?? []).map(toJsonSchema).filter(({ type }) => type !== 'null')
  return choices.length === 1 && choices[0] ? nonNull(choices[0]) : schema
}

/** Returns the JSON Schema with all references inlined. */
function toInlinedSchema(schema: z.ZodType): Schema {
  const json = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  const { $defs = {} } = json
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline)
    if (!isRecord(value)) return value
    const { $ref } = value
    if (typeof $ref === 'string') return inline($defs[$ref.replace('#/$defs/', '')])
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inline(part)]))
  }
  return toJsonSchema(inline(json))
}

/** The last segment of an address: `topics` of `GET /api/mcp/topics`. */
type LastSegment<Address> = Address extends `${string}/${infer Rest}`
  ? Rest extends `${string}/${string}`
    ? LastSegment<Rest>
    : Rest
  : never

/** Returns a CSV route for each JSON route, at its address with `.csv` appended. `defaults` names the table by last segment. */
export function csvRoutes<T extends Record<string, Route>>(
  routes: T,
  defaults: Record<LastSegment<keyof T>, string>,
) {
  const tables = new Map<string, string>(Object.entries(defaults))
  const entries = Object.entries(routes).map(([address, route]) => {
    const table = tables.get(address.replace(/^.*\//, ''))
    if (table === undefined) throw new Error(`No default CSV table for ${address}`)
    return [`${address}.csv`, csvRoute(route, table)]
  })
  return asCsvTable<T>(Object.fromEntries(entries))
}

/** `Object.fromEntries` loses the types of the keys. */
function asCsvTable<T>(table: Record<string, RawRoute>) {
  return table as { [Address in keyof T & string as `${Address}.csv`]: RawRoute }
}
