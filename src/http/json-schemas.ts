/** Converts Zod schemas to the JSON Schemas of one document. Schemas with an id become shared components. */
import { z } from 'zod'

/** JSON Schema draft 2020-12, the dialect of OpenAPI 3.1. */
export type Schema = z.core.JSONSchema.JSONSchema

/** JSON Schema also allows a boolean as a schema, which Zod's schemas here never produce. */
export const toJsonSchema = (part: unknown): Schema =>
  typeof part === 'object' && part !== null && !Array.isArray(part) ? (part as Schema) : {}

export type Schemas = {
  /** Returns the schema to write into the document, with references to components. */
  add(schema: z.ZodType, io: 'input' | 'output'): Schema
  /** Describes query parameters by their parsed types: numbers and lists instead of strings. */
  addQuery(query: z.ZodObject): Schema
  all(): Record<string, Schema>
}

export function createSchemaRegistry(): Schemas {
  const components = new Map<string, Schema>()
  const named = new Map<string, z.core.$ZodType>()

  function convert(
    schema: z.core.$ZodType,
    io: 'input' | 'output',
    unrepresentable: 'throw' | 'any' = 'throw',
  ) {
    const {
      $schema,
      $defs,
      '~standard': _,
      ...own
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable,
      override: ({ zodSchema, jsonSchema }) => {
        const id = z.globalRegistry.get(zodSchema)?.id
        if (id !== undefined) named.set(id, zodSchema)
        simplify(zodSchema, jsonSchema, io)
        const { def } = zodSchema._zod
        // JSON Schema cannot express the output of a transform, so its input is described.
        if (unrepresentable === 'any' && def.type === 'pipe' && def.out._zod.def.type === 'transform')
          Object.assign(jsonSchema, convert(def.in, 'input').own)
      },
    })
    return { own, $defs: $defs ?? {} }
  }

  /** A component whose input and output schemas differ gets a name for each. */
  function getName(id: string, io: 'input' | 'output'): string {
    const schema = named.get(id)
    if (schema === undefined) throw new Error('a recursive schema needs an id: .meta({ id })')
    if (io === 'output') return id
    const differs = JSON.stringify(convert(schema, 'input')) !== JSON.stringify(convert(schema, 'output'))
    return differs ? `${id}Input` : id
  }

  function add(schema: z.ZodType, io: 'input' | 'output'): Schema {
    const { own, $defs } = convert(schema, io)
    const names = new Map(Object.keys($defs).map((id) => [id, getName(id, io)]))
    for (const [id, { id: _, ...definition }] of Object.entries($defs)) {
      const name = names.get(id) ?? id
      const resolved = withRefs(definition, names)
      const present = components.get(name)
      if (present && JSON.stringify(present) !== JSON.stringify(resolved)) {
        throw new Error(`two different schemas have the id ${name}`)
      }
      components.set(name, resolved)
    }
    return withRefs(own, names)
  }

  return {
    add,
    addQuery(query) {
      const sent = add(query, 'input')
      const parsed = convert(query, 'output', 'any').own.properties ?? {}
      const properties = Object.entries(sent.properties ?? {}).map(([name, property]) => [
        name,
        withParsedType(toJsonSchema(property), toJsonSchema(parsed[name])),
      ])
      return { ...sent, properties: Object.fromEntries(properties) }
    },
    all: () => Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b))),
  }
}

/** Replaces a string by the number or list it is parsed to; keeps the description. */
function withParsedType({ description, ...sent }: Schema, parsed: Schema): Schema {
  const isParsed = sent.type === 'string' && ['array', 'integer', 'number'].includes(String(parsed.type))
  return { ...(isParsed ? parsed : sent), ...(description !== undefined && { description }) }
}

/** Removes generated noise, and `additionalProperties: false` from responses, which may gain fields. */
function simplify(zodSchema: z.core.$ZodTypes, schema: Schema, io: 'input' | 'output'): void {
  mergeNull(schema)
  if (schema.format !== undefined) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  const isClosed =
    zodSchema._zod.def.type === 'object' && zodSchema._zod.def.catchall?._zod.def.type === 'never'
  if (io === 'output' && schema.additionalProperties === false && !isClosed)
    delete schema.additionalProperties
}

/** Writes `number or null` as one schema with two types instead of a choice of two schemas. */
function mergeNull(schema: Schema): void {
  const { anyOf: [first, second, ...more] = [] } = schema
  const value = toJsonSchema(first)
  const isMergeable = isPrimitive(value.type) && value.enum === undefined && value.const === undefined
  if (!isMergeable || toJsonSchema(second).type !== 'null' || more.length > 0) return
  delete schema.anyOf
  Object.assign(schema, { ...value, ...schema, type: [value.type, 'null'] })
}

const isPrimitive = (type: Schema['type']) =>
  type === 'string' || type === 'number' || type === 'integer' || type === 'boolean'

/** Turns references within one schema into references within the document. */
function withRefs(schema: Schema, names: Map<string, string>): Schema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key !== '$ref' || typeof value !== 'string') return value
    const id = value.replace('#/$defs/', '')
    return `#/components/schemas/${names.get(id) ?? id}`
  })
}
