/**
 * The texts of the dashboard in the language of the person. `catalogs/` has one file per language; the build compiles it
 * (`scripts/compile-texts.ts`), adds the English texts to the screens that use them, and makes one file of each other
 * language. A message that a language lacks is in English.
 */
import { formatToParts } from 'intl-messageformat'
import type { MessageId, Messages } from './catalogs/messages.generated.ts'
import { currentLocale, serverLocale } from './language.ts'
import { formatters, messageFormats } from './message-formats.ts'

/** A text without values, or the parts of an ICU message. */
export type CompiledMessage = string | Parameters<typeof formatToParts>[0]
export type CompiledTexts = Readonly<Record<string, CompiledMessage>>

/** `choice`: what `select` compares, such as a status or a boolean. */
type ValueKinds = { number: number; text: string | number; choice: string | boolean }

/** The fields of all members: a group of ids needs the values of each of its messages. */
type Every<Union> = (Union extends unknown ? (each: Union) => void : never) extends (every: infer All) => void
  ? All
  : never

type Placeholders<Id extends MessageId> = Every<Messages[Id]>

export type TextValues<Id extends MessageId> = {
  readonly [Name in keyof Placeholders<Id>]: Placeholders<Id>[Name] extends keyof ValueKinds
    ? ValueKinds[Placeholders<Id>[Name]]
    : never
}

/** The values that a message needs, as a parameter: none for a message without placeholders. */
export type TextArguments<Id extends MessageId> = Messages[Id] extends null ? [] : [values: TextValues<Id>]

const english: Record<string, CompiledMessage> = {}
let translations: CompiledTexts = {}

/** Adds the English texts of a screen. Modules that the build adds call it. */
export function addEnglish(texts: CompiledTexts): void {
  Object.assign(english, texts)
}

/** Sets the texts of the current language; none for English. */
export function setTranslations(texts: CompiledTexts): void {
  translations = texts
}

/** Returns a text. A missing or superfluous value is an error of the compiler. */
export function t<Id extends MessageId>(id: Id, ...[values]: TextArguments<Id>): string {
  return getParts(id, values).join('')
}

/** Returns the text of an id that may not exist, such as the label of a value of a newer version of the service. */
export const knownText = (id: string): string | undefined =>
  Object.hasOwn(english, id) ? getParts(id).join('') : undefined

/** Returns the parts of a text whose values are elements. */
export function getParts<Value>(
  id: string,
  values: Readonly<Record<string, Value>> = {},
): (string | Value)[] {
  const translation = translations[id]
  const message = translation ?? english[id] ?? id
  if (typeof message === 'string') return [message]
  const locale = translation === undefined ? serverLocale : currentLocale()
  return formatToParts<Value>(message, locale, formatters, formats, values).map(({ value }) => value)
}

const formats = { ...messageFormats, time: {} }
