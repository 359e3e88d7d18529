import { createHash } from 'node:crypto'

/**
 * Delimits untrusted text in a prompt. The delimiter is a hash of the text: the same text gives the same prompt, and no
 * author can write a text that contains its own delimiter.
 */
export function delimitUntrustedText(name: string, text: string): string {
  const delimiter = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  return `The ${name}, between two lines that say ${delimiter}:\n${delimiter}\n${text}\n${delimiter}`
}
