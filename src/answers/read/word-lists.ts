import { readFileSync } from 'node:fs'

/** The lines of a data file beside this folder, without comments and blank lines. */
export function dataLines(name: string): string[] {
  const text = readFileSync(new URL(`../lists/${name}`, import.meta.url), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}
