import type { Json, ParsedRequest, Problem } from './wire.ts'

/** Parses untrusted requests: any field may be missing or have an unexpected type. */

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value at a path of keys, or undefined. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inside, key) => (isJson(inside) ? inside[key] : undefined), value)
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, ...path)
  return typeof found === 'string' && found !== '' ? found : null
}

/** Returns the text of the last user message: a string, or text parts in any vendor's format. */
export function lastUserText(messages: readonly unknown[]): string {
  const lastMessage = messages.filter((message) => at(message, 'role') === 'user').at(-1)
  return textIn(at(lastMessage, 'content') ?? at(lastMessage, 'parts'))
}

export function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part) => textAt(part, 'text') ?? '').join('')
}

export function getTool(body: Json, starts: string): unknown {
  return listAt(body, 'tools').find((tool) => textAt(tool, 'type')?.startsWith(starts))
}

/** The location as written in the request; different spellings are different queries. */
export function readLocation(location: unknown): string | null {
  return isJson(location) ? JSON.stringify(location) : null
}

/** Rejects streaming, which is not simulated. A client that requested a stream could not parse a normal response. */
export function streamRefused(body: Json): Problem | null {
  if (at(body, 'stream') !== true) return null
  return {
    problem: 'rejected',
    message: 'Streaming is not simulated; send "stream": false.',
    param: 'stream',
  }
}

export function isProblem(read: ParsedRequest | Problem): read is Problem {
  return 'problem' in read
}
