/**
 * Generates an example for every parameter, body and response of the document from its schemas. Field names with an entry
 * in example-values.json get that value, others any value that the schema allows. A test validates every example.
 */

import { type Schema, toJsonSchema } from '../json-schemas.ts'
import type { OpenApi, Operation } from './document.ts'
import values from './example-values.json' with { type: 'json' }

/** Adds them in place. */
export function addExamples({ paths, components }: OpenApi): void {
  for (const operation of Object.values(paths).flatMap((verbs) => Object.values(verbs)))
    addToOperation(operation, components.schemas)
  for (const response of Object.values(components.responses))
    addToContent(response.content, components.schemas)
}

function addToOperation(operation: Operation, components: Record<string, Schema>): void {
  for (const parameter of operation.parameters) {
    const example = exampleOf(parameter.schema, parameter.name, components)
    if (example !== undefined) parameter.example = example
  }
  addToContent(operation.requestBody?.content, components)
  for (const response of Object.values(operation.responses))
    if (!('$ref' in response)) addToContent(response.content, components)
}

function addToContent(
  content: Record<string, { schema: Schema; example?: unknown }> | undefined,
  components: Record<string, Schema>,
): void {
  const json = content?.['application/json']
  if (json && Object.keys(json.schema).length > 0) json.example = exampleOf(json.schema, 'body', components)
}

/** Deeper than any schema that is not recursive. */
const maxDepth = 12

/** Returns undefined for an empty schema. */
export function exampleOf(
  schema: Schema,
  name: string,
  components: Record<string, Schema>,
  depth = 0,
): unknown {
  if (schema.$ref !== undefined) {
    const target = components[schema.$ref.replace('#/components/schemas/', '')]
    return target ? exampleOf(target, name, components, depth + 1) : undefined
  }
  if (schema.examples) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  const named = knownValue(name)
  if (schema.enum) return schema.enum.includes(named ?? '') ? named : schema.enum[0]
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map(toJsonSchema)
  if (choices.length > 0) {
    const isNull = choices.some(({ type }) => type === 'null') && named === null
    const choice = choices.find(({ type }) => type !== 'null')
    return isNull || !choice || depth > maxDepth ? null : exampleOf(choice, name, components, depth + 1)
  }
  if (schema.allOf) {
    const parts = schema.allOf.map((part) => exampleOf(toJsonSchema(part), name, components, depth + 1))
    return Object.assign({}, ...parts)
  }
  const [type] = [schema.type ?? []].flat()
  if (type === 'object') return objectExample(schema, components, depth)
  if (type === 'array') {
    const item =
      depth > maxDepth ? undefined : exampleOf(toJsonSchema(schema.items), name, components, depth + 1)
    return item === undefined ? [] : [item]
  }
  if (type === 'boolean') return schema.default ?? name !== 'simulated'
  if (type === 'integer' || type === 'number') return numberExample(schema, named, type)
  if (type === 'string') return textExample(schema, name, named)
  return type === 'null' ? null : undefined
}

function objectExample(schema: Schema, components: Record<string, Schema>, depth: number) {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    exampleOf(toJsonSchema(field), name, components, depth + 1),
  ])
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

function numberExample(
  { minimum, maximum, default: defaultValue }: Schema,
  named: unknown,
  type: string,
): number {
  const fits = (value: unknown): value is number =>
    typeof value === 'number' &&
    value >= (minimum ?? -Infinity) &&
    value <= (maximum ?? Infinity) &&
    (type === 'number' || Number.isInteger(value))
  if (fits(named)) return named
  if (fits(defaultValue)) return defaultValue
  return Math.max(minimum ?? 1, Math.min(1, maximum ?? 1))
}

function textExample(
  { format, pattern, default: defaultValue, minLength = 0 }: Schema,
  name: string,
  named: unknown,
): string {
  if (format === 'uuid') return uuidFor(name)
  if (format === 'date') return dates[name] ?? '2026-11-20'
  if (format === 'date-time') return '2026-11-20T06:00:04.120Z'
  if (typeof defaultValue === 'string') return defaultValue
  const text = typeof named === 'string' ? named : `An example of ${name.replaceAll('_', ' ')}`
  const fits = text.length >= minLength && (pattern === undefined || new RegExp(pattern, 'u').test(text))
  return fits ? text : ''
}

const dates: Record<string, string> = { date_from: '2026-10-22', from: '2026-10-22', first_day: '2026-10-22' }

/** Returns the same id for the same noun everywhere. */
function uuidFor(name: string): string {
  const noun = name.replace(/(_?ids?|Ids?)$/, '') || 'thing'
  const digits = [...noun].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 0xffff_ffff, 7)
  return `019aa0c4-5e00-7000-8000-${digits.toString(16).padStart(12, '0')}`
}

function knownValue(name: string): string | number | null | undefined {
  const known: Record<string, string | number | null> = values
  return known[name]
}
