/** The language of a response. Only the dashboard names one; the API for programs, MCP and exports are in English. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { z } from 'zod'
import { type Language, languages } from '../../vocabulary/languages.ts'
import { catalogs } from './catalogs.ts'
import { formatMessage, type Message, type MessageOrText, type MessageValue } from './message.ts'

/** Holds the language of the reader while a route runs and its response is serialized. */
const reader = new AsyncLocalStorage<Language>()

/** Returns the language of the reader of the response; English outside a request. */
export const readerLanguage = (): Language => reader.getStore() ?? 'en'

/** Formats a message for the reader of the response; in English outside a request. */
export const localize = (each: MessageOrText): string => formatMessage(each, readerLanguage())

/** Runs `work` for a reader of this language: a client of the dashboard, or the recipient of an email. */
export const withLocale = <T>(language: Language, work: () => T): T => reader.run(language, work)

/** Returns the preferred language of an `Accept-Language` header if there are texts in it, otherwise English. */
export function preferredLanguage(header: string | undefined): Language {
  const code = header?.trim().slice(0, 2).toLowerCase()
  return languages.find((language) => language === code) ?? 'en'
}

const messageValue: z.ZodType<MessageValue, MessageValue> = z.lazy(() =>
  z.union([z.string(), z.number(), messageSchema, z.array(z.union([z.string(), messageSchema]))]),
)

/** A stored message. */
export const messageSchema: z.ZodType<Message, Message> = z.object({
  id: z.string(),
  values: z.record(z.string(), messageValue).optional(),
  forCustomers: z.lazy(() => messageSchema).optional(),
})

/** Formats every message in JSON for the reader, for example in the result of a job. */
export function localizeAll(json: unknown): unknown {
  if (isMessage(json)) return localize(json)
  if (Array.isArray(json)) return json.map(localizeAll)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, localizeAll(value)]))
}

const messageFields = new Set(['id', 'values', 'forCustomers'])
/** Other objects can have nothing but an id, too. */
const isMessage = (json: unknown): json is Message => {
  const { success, data } = messageSchema.safeParse(json)
  return (
    success &&
    Object.hasOwn(catalogs.en, data.id) &&
    Object.keys(json ?? {}).every((name) => messageFields.has(name))
  )
}

/** The `error` of a Zod schema, in the language of the reader. */
export const localizedIssue = (each: Message) => () => localize(each)

/** A stored message, or a text that is the same in every language. */
export const messageOrText: z.ZodType<MessageOrText, MessageOrText> = z.union([z.string(), messageSchema])

/** A response field whose text is in the language of the reader. */
export const localizedText = () => z.custom<MessageOrText>().transform(localize).pipe(z.string())
