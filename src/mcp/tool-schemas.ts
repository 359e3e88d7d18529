/** What a tool takes and gives, as the JSON Schemas that a model is shown: those of its route, told in one object. */
import { z } from 'zod'
import { createSchemaRegistry, type Schema } from '../http/json-schemas.ts'
import type { Route } from '../http/route.ts'

type ObjectSchema = Schema & { type: 'object' }
type Members = Pick<ObjectSchema, 'properties' | 'required' | '$defs'>

/** Path, query and body of a route side by side. Throws when two of them share a name. */
export function inputSchemaOf(route: Route): ObjectSchema {
  const parts = [
    membersOf(jsonOf(route.params, 'input')),
    // A query travels as text; a model is shown the numbers and lists that the text stands for.
    membersOf(createSchemaRegistry().addQuery(route.query)),
    ...(route.body === null ? [] : [membersOf(jsonOf(route.body, 'input'))]),
  ]
  const names = parts.flatMap(({ properties = {} }) => Object.keys(properties))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`${twice} stands in two places of the request`)
  return { ...merged(parts), additionalProperties: false }
}

/** An object at the root, as the protocol asks for. Throws for a route that answers with something else. */
export function outputSchemaOf(route: Route): ObjectSchema {
  return merged(objectsIn(jsonOf(route.returns, 'output')))
}

function jsonOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema, '~standard': _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

const membersOf = ({ properties = {}, required = [], $defs = {} }: Schema): Members => ({
  properties,
  required,
  $defs,
})

/** The objects that a schema puts together: itself, or the parts of an intersection. */
function objectsIn(schema: Schema, $defs: Schema['$defs'] = schema.$defs): Members[] {
  if (schema.$ref !== undefined) {
    const target = $defs?.[schema.$ref.replace('#/$defs/', '')]
    if (target === undefined) throw new Error(`${schema.$ref} leads nowhere`)
    return [{ $defs: $defs ?? {} }, ...objectsIn(target, $defs)]
  }
  if (schema.allOf) return schema.allOf.flatMap((part) => objectsIn(asSchema(part), $defs))
  if (schema.type !== 'object') throw new Error('a tool answers with an object')
  return [{ ...membersOf(schema), $defs: $defs ?? {} }]
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
