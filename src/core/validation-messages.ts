/**
 * A Zod error map whose messages complete a sentence that starts with the field: "limit" + "must be at most 500". Pass
 * it as `safeParse(value, { error: validationMessage })`; messages of the schema itself take precedence.
 *
 * Messages of Zod are strings, so they are formatted when a value is validated: in the language of the reader during a
 * request, otherwise in English. Schemas do the same with `error: localizedIssue(message('must be distinct'))`.
 */
import type { z } from 'zod'
import { localize } from '../languages/localized.ts'
import { type Message, message } from '../languages/message.ts'

export const validationMessage: z.core.$ZodErrorMap = (issue) =>
  // The key of a record has its own error, for example because it is too short.
  (issue.code === 'invalid_key' && issue.issues[0]?.message) || localize(getProblem(issue))

function getProblem(issue: z.core.$ZodRawIssue): Message {
  if (issue.input === undefined) return message('common.texts.isRequired')
  switch (issue.code) {
    case 'invalid_type':
      return (
        types[issue.expected] ?? message('core.validationMessages.mustBeValue', { value: issue.expected })
      )
    case 'invalid_value':
      return issue.values.length === 1
        ? message('core.validationMessages.mustBeValue', { value: String(issue.values[0]) })
        : message('common.texts.mustBeOneOfNames', { names: issue.values.map(String).join(', ') })
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum))
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum))
    case 'invalid_format':
      return formats[issue.format] ?? message('core.validationMessages.hasAnInvalidFormat')
    case 'unrecognized_keys':
      return message('common.texts.isNotAKnownField')
    default:
      return message('core.validationMessages.invalidInput')
  }
}

/** By Zod's names. */
const types: Partial<Record<string, Message>> = {
  string: message('core.validationMessages.mustBeAString'),
  number: message('core.validationMessages.mustBeANumber'),
  int: message('core.validationMessages.mustBeAnInteger'),
  boolean: message('core.validationMessages.mustBeTrueOrFalse'),
  array: message('core.validationMessages.mustBeAList'),
  object: message('core.validationMessages.mustBeAnObject'),
  record: message('core.validationMessages.mustBeAnObject'),
  null: message('core.validationMessages.mustBeNull'),
}

const formats: Partial<Record<string, Message>> = {
  uuid: message('core.general.mustBeAUUID'),
  email: message('common.texts.mustBeAnEmailAddress'),
  url: message('core.validationMessages.mustBeAURLSuchAs'),
  date: message('core.validationMessages.mustBeADateSuchAs'),
  datetime: message('core.validationMessages.mustBeATimestampSuchAs'),
}

function tooSmall(origin: string, size: number): Message {
  if (origin === 'string')
    return message('core.validationMessages.mustHaveAtLeastSizeCharacters', {
      size,
    })
  if (origin === 'array' || origin === 'set')
    return message('core.validationMessages.mustHaveAtLeastSizeEntries', { size })
  return message('core.validationMessages.mustBeAtLeastSize', { size })
}

function tooBig(origin: string, size: number): Message {
  if (origin === 'string')
    return message('core.validationMessages.mustHaveAtMostSizeCharacters', {
      size,
    })
  if (origin === 'array' || origin === 'set')
    return message('common.texts.mustHaveAtMostSizeEntries', { size })
  return message('core.validationMessages.mustBeAtMostSize', { size })
}
