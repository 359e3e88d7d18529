/**
 * A Zod error map whose messages complete a sentence that starts with the field: "limit" + "must be at most 500". Pass
 * it as `safeParse(value, { error: validationMessage })`; messages of the schema itself take precedence.
 *
 * Messages of Zod are strings, so they are formatted when a value is validated: in the language of the reader during a
 * request, otherwise in English. Schemas do the same with `error: localized(message('must be distinct'))`.
 */
import type { z } from 'zod'
import { localize } from '../languages/localized.ts'
import { type Message, message } from '../languages/message.ts'

export const validationMessage: z.core.$ZodErrorMap = (issue) =>
  // The key of a record has its own error, for example because it is too short.
  (issue.code === 'invalid_key' && issue.issues[0]?.message) || localize(problemOf(issue))

function problemOf(issue: z.core.$ZodRawIssue): Message {
  if (issue.input === undefined) return message('is required')
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? message('must be {value}', { value: issue.expected })
    case 'invalid_value':
      return issue.values.length === 1
        ? message('must be {value}', { value: String(issue.values[0]) })
        : message('must be one of {names}', { names: issue.values.map(String).join(', ') })
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum))
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum))
    case 'invalid_format':
      return formats[issue.format] ?? message('has an invalid format')
    case 'unrecognized_keys':
      return message('is not a known field')
    default:
      return message('invalid input')
  }
}

/** By Zod's names. */
const types: Partial<Record<string, Message>> = {
  string: message('must be a string'),
  number: message('must be a number'),
  int: message('must be an integer'),
  boolean: message('must be true or false'),
  array: message('must be a list'),
  object: message('must be an object'),
  record: message('must be an object'),
  null: message('must be null'),
}

const formats: Partial<Record<string, Message>> = {
  uuid: message('must be a UUID'),
  email: message('must be an email address'),
  url: message('must be a URL such as https://acme.com'),
  date: message('must be a date such as 2026-01-31'),
  datetime: message('must be a timestamp such as 2026-01-31T06:00:00Z'),
}

function tooSmall(origin: string, size: number): Message {
  if (origin === 'string')
    return message('must have at least {size, plural, one {{size} character} other {{size} characters}}', {
      size,
    })
  if (origin === 'array' || origin === 'set')
    return message('must have at least {size, plural, one {{size} entry} other {{size} entries}}', { size })
  return message('must be at least {size}', { size })
}

function tooBig(origin: string, size: number): Message {
  if (origin === 'string')
    return message('must have at most {size, plural, one {{size} character} other {{size} characters}}', {
      size,
    })
  if (origin === 'array' || origin === 'set')
    return message('must have at most {size, plural, one {{size} entry} other {{size} entries}}', { size })
  return message('must be at most {size}', { size })
}
