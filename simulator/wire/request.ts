import type { Json, ParsedRequest, Problem } from './wire.ts'

/** Reading of requests: every vendor's field may be missing or of another type. */

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at a path of keys, or undefined. */
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

/** What the last user message says: a string, or text parts in the shape of any vendor. */
export function lastUserText(messages: readonly unknown[]): string {
  const mine = messages.filter((message) => at(message, 'role') === 'user').at(-1)
  return textIn(at(mine, 'content') ?? at(mine, 'parts'))
}

export function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part) => textAt(part, 'text') ?? '').join('')
}

export function toolOf(body: Json, starts: string): unknown {
  return listAt(body, 'tools').find((tool) => textAt(tool, 'type')?.startsWith(starts))
}

/** The asker's place as the request writes it, so that two places are two questions. */
export function placeOf(location: unknown): string | null {
  return isJson(location) ? JSON.stringify(location) : null
}

/** Streaming is not simulated, and a simulator that ignored the wish would be mistaken for a broken vendor. */
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
