/**
 * What is wrong with a value, as the end of a sentence that begins with its name: "limit" + "must be at most 500".
 * For `safeParse(value, { error: inWords })`; what a schema says itself counts first.
 */
import type { z } from 'zod'

export const validationMessage: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return limited(issue.origin, 'at least', Number(issue.minimum))
    case 'too_big':
      return limited(issue.origin, 'at most', Number(issue.maximum))
    case 'invalid_format':
      return `must be ${forms[issue.format] ?? 'of another form'}`
    // What is wrong with a key of an object that takes any of a form.
    case 'invalid_key':
      return issue.issues[0]?.message
    case 'unrecognized_keys':
      return 'is not known here'
    default:
      return undefined
  }
}

/** By the names of Zod. */
const kinds: Partial<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const forms: Partial<Record<string, string>> = {
  uuid: 'a UUID',
  email: 'an email address',
  url: 'an address such as https://acme.com',
  date: 'a day such as 2026-01-31',
  datetime: 'a time such as 2026-01-31T06:00:00Z',
}

const parts: Partial<Record<string, [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
}

function limited(origin: string, bound: 'at least' | 'at most', size: number): string {
  const names = parts[origin]
  return names ? `must have ${bound} ${size} ${size === 1 ? names[0] : names[1]}` : `must be ${bound} ${size}`
}
