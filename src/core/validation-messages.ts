/**
 * A Zod error map whose messages complete a sentence that starts with the field: "limit" + "must be at most 500". Pass
 * it as `safeParse(value, { error: validationMessage })`; messages of the schema itself take precedence.
 */
import type { z } from 'zod'

export const validationMessage: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${types[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return outOfRange(issue.origin, 'at least', Number(issue.minimum))
    case 'too_big':
      return outOfRange(issue.origin, 'at most', Number(issue.maximum))
    case 'invalid_format':
      return formats[issue.format] ? `must be ${formats[issue.format]}` : 'has an invalid format'
    // The key of a record has its own error, for example because it is too short.
    case 'invalid_key':
      return issue.issues[0]?.message
    case 'unrecognized_keys':
      return 'is not a known field'
    default:
      return undefined
  }
}

/** By Zod's names. */
const types: Partial<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const formats: Partial<Record<string, string>> = {
  uuid: 'a UUID',
  email: 'an email address',
  url: 'a URL such as https://acme.com',
  date: 'a date such as 2026-01-31',
  datetime: 'a timestamp such as 2026-01-31T06:00:00Z',
}

const units: Partial<Record<string, [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
}

function outOfRange(origin: string, bound: 'at least' | 'at most', size: number): string {
  const names = units[origin]
  return names ? `must have ${bound} ${size} ${size === 1 ? names[0] : names[1]}` : `must be ${bound} ${size}`
}
