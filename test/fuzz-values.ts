/** Generators of valid values and of unusual ones. */
import fc from 'fast-check'
import { type Schema, toJsonSchema } from '../src/http/json-schemas.ts'
import { anyCodePoint } from './any-code-point.ts'
import type { Slot } from './tenant-requests.ts'

/** `getId` generates ids of a kind. */
export function toValues(getId: (kind: string) => fc.Arbitrary<string>) {
  return { getObject, matching }

  function getObject(schema: Schema, slots: Slot[]): fc.Arbitrary<unknown> {
    if (schema.type === 'array')
      return fc.array(getObject(toJsonSchema(schema.items), slots), { maxLength: 4 })
    const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => {
      const isRequired = schema.required?.includes(name) ?? false
      return fc
        .record({
          isPresent: mostly(fc.constant(isRequired), fc.boolean(), isRequired ? 30 : 2),
          value: mostly(matching(toJsonSchema(property), getSlot(slots, 'body', name)), oddJson, 30),
        })
        .map(({ isPresent, value }): [string, unknown][] => (isPresent ? [[name, value]] : []))
    })
    const unknown = mostly(
      fc.constant<[string, unknown][]>([]),
      fc.tuple(oddName, oddJson).map((pair): [string, unknown][] => [pair]),
      20,
    )
    return fc.tuple(...fields, unknown).map((pairs) => Object.fromEntries(pairs.flat()))
  }

  /** Generates values of a schema; a refinement may still reject them. */
  function matching(schema: Schema, slot: Slot | undefined): fc.Arbitrary<unknown> {
    if (slot && schema.type !== 'array') return getId(slot.kind)
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return fc.oneof(...choices.map((choice) => matching(toJsonSchema(choice), slot)))
    if (schema.type === 'boolean') return fc.boolean()
    if (schema.type === 'null') return fc.constant(null)
    if (schema.type === 'integer' || schema.type === 'number')
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1_000, 100_000) })
    if (schema.type === 'array') return fc.array(matching(toJsonSchema(schema.items), slot), { maxLength: 4 })
    if (schema.type === 'object') return getObject(schema, slot ? [slot] : [])
    if (schema.format === 'date') return fc.constantFrom('2026-01-01', '2026-11-20', '2024-02-29')
    if (schema.format === 'date-time') return fc.constantFrom('2026-01-01T00:00:00.000Z')
    if (schema.format === 'uuid') return fc.uuid()
    return fc.constantFrom(
      'acme.com',
      'en',
      'US',
      '7',
      'chatgpt',
      'true',
      'What is best?',
      'https://127.0.0.1/x',
    )
  }
}

export const getSlot = (slots: Slot[], part: Slot['part'], name: string) =>
  slots.find((slot) => slot.part === part && slot.name === name)

export const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, weight = 20) =>
  fc.oneof({ arbitrary: usual, weight }, { arbitrary: odd, weight: 1 })

export const oddText = fc.oneof(
  fc.string({ unit: anyCodePoint, maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    "' or 1=1 --",
    '"; drop table brands; --',
    "\\'; select pg_sleep(9)",
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202eevil',
    '%00',
    '%',
    '../../etc/passwd',
    '{{7*7}}',
    '<script>alert(1)</script>',
    'x'.repeat(5_000),
    '0',
    '-1',
    '1e309',
    'NaN',
    '9007199254740993',
    '99999999999999999999',
    '0000-00-00',
    '2026-02-30',
    '10000-01-01',
    'null',
    '[object Object]',
    '',
    ' ',
  ),
)

export const oddName = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'dat_from',
  'Brand_Id',
  'a[b]',
  '',
)

export const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.double(),
  fc.constantFrom<unknown>(null, true, -1, 0, 1e308, [], {}, [[]], [null], { $ne: null }, { length: 1e9 }),
  fc.jsonValue({ maxDepth: 3 }),
)
