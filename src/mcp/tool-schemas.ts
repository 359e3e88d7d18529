/** The JSON Schemas of a tool's input and output, derived from its route. */
import { z } from 'zod'
import { createSchemaRegistry, type Schema } from '../http/json-schemas.ts'
import type { Route } from '../http/route.ts'

type ObjectSchema = Schema & { type: 'object' }
type Members = Pick<ObjectSchema, 'properties' | 'required' | '$defs'>

/** Merges path, query and body into one object. Throws when two of them share a name. */
export function getInputSchema(route: Route): ObjectSchema {
  const parts = [
    getMembers(toJsonSchema(route.params, 'input')),
    getMembers(createSchemaRegistry().addQuery(route.query)),
    ...(route.body === null ? [] : [getMembers(toJsonSchema(route.body, 'input'))]),
  ]
  const names = parts.flatMap(({ properties = {} }) => Object.keys(properties))
  const duplicate = names.find((name, index) => names.indexOf(name) !== index)
  if (duplicate !== undefined) throw new Error(`Two parts of the request have the name ${duplicate}`)
  return { ...merged(parts), additionalProperties: false }
}

/** The protocol requires an object at the root. Throws for a route with another response. */
export function getOutputSchema(route: Route): ObjectSchema {
  return merged(objectsIn(toJsonSchema(route.returns, 'output')))
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const {
    $schema,
    '~standard': _,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // Each part of an intersection is checked against the properties of all parts, and outputs may gain fields.
    override: ({ jsonSchema }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return json
}

const getMembers = ({ properties = {}, required = [], $defs = {} }: Schema): Members => ({
  properties,
  required,
  $defs,
})

/** Returns the schema itself, or the parts of an intersection. */
function objectsIn(schema: Schema, $defs: Schema['$defs'] = schema.$defs): Members[] {
  if (schema.$ref !== undefined) {
    const target = $defs?.[schema.$ref.replace('#/$defs/', '')]
    if (target === undefined) throw new Error(`${schema.$ref} has no definition`)
    return [{ $defs: $defs ?? {} }, ...objectsIn(target, $defs)]
  }
  if (schema.allOf) return schema.allOf.flatMap((part) => objectsIn(asSchema(part), $defs))
  if (schema.type !== 'object') throw new Error('the response of a tool must be an object')
  return [{ ...getMembers(schema), $defs: $defs ?? {} }]
}

function asSchema(part: Schema | boolean): Schema {
  if (typeof part === 'boolean') throw new Error('a part of an intersection must be an object')
  return part
}

function merged(parts: Members[]): ObjectSchema {
  const $defs = Object.assign({}, ...parts.map((part) => part.$defs ?? {}))
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})),
    required: parts.flatMap((part) => part.required ?? []),
    ...(Object.keys($defs).length > 0 && { $defs }),
  }
}
