/** The JSON Schemas of a tool's input and output, derived from its route. */
import { z } from 'zod'
import { createSchemaRegistry, type Schema } from '../http/json-schemas.ts'
import type { Route } from '../http/route.ts'

type ObjectSchema = Schema & { type: 'object' }
type Members = Pick<ObjectSchema, 'properties' | 'required' | '$defs'>

/**
 * Merges path, query and body and the arguments that the tool handles itself into one object. `names`: of arguments, by the
 * name in the route. Throws when two parts share a name.
 */
export function getInputSchema(
  route: Route,
  names: Readonly<Record<string, string>>,
  controls: z.ZodObject,
): ObjectSchema {
  const parts = [
    getMembers(toJsonSchema(route.params, 'input')),
    getMembers(createSchemaRegistry().addQuery(route.query)),
    ...(route.body === null ? [] : [getMembers(toJsonSchema(route.body, 'input'))]),
    getMembers(toJsonSchema(controls, 'input')),
  ].map((part) => renamed(part, names))
  const all = parts.flatMap(({ properties = {} }) => Object.keys(properties))
  const duplicate = all.find((name, index) => all.indexOf(name) !== index)
  if (duplicate !== undefined) throw new Error(`Two parts of the request have the name ${duplicate}`)
  return { ...merged(parts), additionalProperties: false }
}

function renamed(
  { properties = {}, required = [], ...rest }: Members,
  names: Readonly<Record<string, string>>,
) {
  const rename = (name: string) => names[name] ?? name
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [rename(name), value])),
    required: required.map(rename),
  }
}

/** Returns whether null is a value of the property, such as "no topic", and not just another way to omit it. */
export function acceptsNull({ properties = {} }: Schema, name: string): boolean {
  const property = properties[name]
  if (property === undefined || typeof property === 'boolean') return false
  return (property.anyOf ?? []).some((choice) => typeof choice !== 'boolean' && choice.type === 'null')
}

/**
 * The protocol requires an object at the root. A dry run and a request for confirmation lack what the route returns. Throws
 * for a route with another response.
 */
export function getOutputSchema(route: Route, controls: z.ZodObject, estimate: Route | null): ObjectSchema {
  const result =
    route.status === 204
      ? { properties: {}, required: [] }
      : merged(objectsIn(toJsonSchema(route.returns, 'output')))
  const rehearsal = getMembers(toJsonSchema('dry_run' in controls.shape ? Rehearsal : z.object({}), 'output'))
  if (estimate === null) return merged([result, rehearsal])
  const { $defs = {}, ...shape } = merged(objectsIn(toJsonSchema(estimate.returns, 'output')))
  const paid = { ...getMembers(toJsonSchema(PaidResult, 'output')), $defs }
  const all = merged([result, rehearsal, paid])
  return { ...all, properties: { ...all.properties, estimate: shape }, required: ['estimate'] }
}

const Rehearsal = z.object({
  dry_run: z
    .boolean()
    .optional()
    .describe('True: nothing was changed, and ids of new objects in this result do not exist.'),
})

const PaidResult = z.object({
  confirmation_required: z
    .boolean()
    .optional()
    .describe('True: nothing was started. Repeat the call with `confirmation` if a person accepts the cost.'),
  confirmation: z.string().optional(),
})

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
