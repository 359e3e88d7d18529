import { readFileSync } from 'node:fs'

/** Returns the lines of a file of `parser/word-lists`, without comments and blank lines. */
export function readWordList(name: string): string[] {
  const text = readFileSync(new URL(`../word-lists/${name}`, import.meta.url), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

/** Returns the words of a file of `parser/word-lists`, which are separated by spaces or line feeds. */
export function readWords(name: string): Set<string> {
  return new Set(readWordList(name).flatMap((line) => line.split(' ')))
}
