/** Zod schemas as the JSON Schemas of one document, in which each schema with an id is written once. */
import { z } from 'zod'

/** JSON Schema, draft 2020-12, which OpenAPI 3.1 takes as it is. */
export type Schema = z.core.JSONSchema.JSONSchema

/** JSON Schema lets a boolean stand where a schema may; none of ours is one. */
export const toJsonSchema = (part: unknown): Schema =>
  typeof part === 'object' && part !== null && !Array.isArray(part) ? (part as Schema) : {}

export type Schemas = {
  /** A schema to place in the document. Those with an id, in it or around it, become components. */
  add(schema: z.ZodType, io: 'input' | 'output'): Schema
  /** A query travels as text; what is shown are the numbers and lists that the text stands for. */
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
        tidy(zodSchema, jsonSchema, io)
        const { def } = zodSchema._zod
        // What a transform makes cannot be told; what it takes can.
        if (unrepresentable === 'any' && def.type === 'pipe' && def.out._zod.def.type === 'transform')
          Object.assign(jsonSchema, convert(def.in, 'input').own)
      },
    })
    return { own, $defs: $defs ?? {} }
  }

  /** What is sent may be looser than what comes back; a component that is both then has a name for each. */
  function nameOf(id: string, io: 'input' | 'output'): string {
    const schema = named.get(id)
    if (schema === undefined) throw new Error('a schema that holds itself needs an id: .meta({ id })')
    const differs = JSON.stringify(convert(schema, 'input')) !== JSON.stringify(convert(schema, 'output'))
    return io === 'input' && differs ? `${id}Input` : id
  }

  function add(schema: z.ZodType, io: 'input' | 'output'): Schema {
    const { own, $defs } = convert(schema, io)
    const names = new Map(Object.keys($defs).map((id) => [id, nameOf(id, io)]))
    for (const [id, { id: _, ...definition }] of Object.entries($defs)) {
      const name = names.get(id) ?? id
      const placed = withRefs(definition, names)
      const present = components.get(name)
      if (present && JSON.stringify(present) !== JSON.stringify(placed)) {
        throw new Error(`two different schemas have the id ${name}`)
      }
      components.set(name, placed)
    }
    return withRefs(own, names)
  }

  return {
    add,
    addQuery(query) {
      const sent = add(query, 'input')
      const read = convert(query, 'output', 'any').own.properties ?? {}
      const properties = Object.entries(sent.properties ?? {}).map(([name, property]) => [
        name,
        meaningOf(toJsonSchema(property), toJsonSchema(read[name])),
      ])
      return { ...sent, properties: Object.fromEntries(properties) }
    },
    all: () => Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b))),
  }
}

/** The text of a number or of a list, as what it stands for. */
function meaningOf({ description, ...sent }: Schema, read: Schema): Schema {
  const isMore = sent.type === 'string' && ['array', 'integer', 'number'].includes(String(read.type))
  return { ...(isMore ? read : sent), ...(description !== undefined && { description }) }
}

/** Leaves out what only a machine would have written, and lets responses grow fields. */
function tidy(zodSchema: z.core.$ZodTypes, schema: Schema, io: 'input' | 'output'): void {
  if (schema.format !== undefined) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  const closed =
    zodSchema._zod.def.type === 'object' && zodSchema._zod.def.catchall?._zod.def.type === 'never'
  if (io === 'output' && schema.additionalProperties === false && !closed) delete schema.additionalProperties
}

/** References within one schema become references within the document. */
function withRefs(schema: Schema, names: Map<string, string>): Schema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key !== '$ref' || typeof value !== 'string') return value
    const id = value.replace('#/$defs/', '')
    return `#/components/schemas/${names.get(id) ?? id}`
  })
}
