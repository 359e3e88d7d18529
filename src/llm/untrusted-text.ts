import { createHash } from 'node:crypto'

/**
 * Text of others, set apart for a model. The mark is made from the text, so that the same is asked the same way; and
 * nobody can write a text that holds its own mark.
 */
export function delimitUntrustedText(name: string, text: string): string {
  const mark = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  return `The ${name}, between two lines that say ${mark}:\n${mark}\n${text}\n${mark}`
}
