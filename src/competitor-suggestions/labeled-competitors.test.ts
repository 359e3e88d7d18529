/**
 * Recall and precision on labeled groups of recorded answers. They are not part of this project; without their folder the
 * test is skipped.
 */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { suggestedNames } from '../../test/suggested-names.ts'
import { nameGroupKey } from './name-form.ts'

const folder = new URL('../../../shared/answers/', import.meta.url)
const present = existsSync(new URL('rivals.jsonl', folder))
if (!present) console.log('Labeled competitors are absent (../shared/answers): their test is skipped.')

type Named = { name: string; aliases?: string[] }
type Group = {
  files: string[]
  ids: string[]
  brand: string
  tracked: string[]
  own: string[]
  rivals: (Named & { answers: number; main: boolean })[]
  doubtful: (string | Named)[]
}
type Recorded = { id: string; prompt: string; answer_markdown: string }

function toTextLines<T>(file: string): T[] {
  return readFileSync(new URL(file, folder), 'utf8')
    .trim()
    .split('\n')
    .map((line): T => JSON.parse(line))
}

const getNames = (each: string | Named) =>
  typeof each === 'string' ? [each] : [each.name, ...(each.aliases ?? [])]
const words = (name: string) =>
  ` ${nameGroupKey(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

const isExactly = (name: string, each: string | Named) =>
  getNames(each).some((known) => words(name).replaceAll(' ', '') === words(known).replaceAll(' ', ''))

/** Returns whether a suggested name is one of the names, or a longer name that contains it. */
const hasName = (name: string, each: string | Named) =>
  isExactly(name, each) || getNames(each).some((known) => words(name).includes(words(known)))

function suggestedIn({ files, ids, brand, tracked }: Group): string[] {
  const recorded = new Map(
    files.flatMap((file) => toTextLines<Recorded>(file).map((answer) => [answer.id, answer])),
  )
  const answers = ids.flatMap((id) => recorded.get(id) ?? [])
  expect(answers).toHaveLength(ids.length)
  return suggestedNames(
    answers.map(({ answer_markdown: markdown, prompt }) => ({ markdown, prompt })),
    [brand, ...tracked],
    null,
  )
}

test.skipIf(!present)('most labeled competitors are suggested, and most suggestions are competitors', () => {
  const tally = { rivals: 0, found: 0, suggestions: 0, correct: 0, exact: 0 }
  for (const group of toTextLines<Group>('rivals.jsonl')) {
    const suggestions = suggestedIn(group)
    for (const rival of group.rivals.filter(({ main, answers }) => main && answers >= 2)) {
      tally.rivals++
      if (suggestions.some((name) => hasName(name, rival))) tally.found++
    }
    const seen = new Set<Named>()
    for (const name of suggestions) {
      const exact = group.rivals.find((rival) => isExactly(name, rival))
      const rival = exact ?? group.rivals.find((each) => hasName(name, each))
      if (!rival && [...group.doubtful, ...group.own].some((each) => hasName(name, each))) continue
      tally.suggestions++
      if (rival) tally.correct++
      if (exact && !seen.has(exact)) tally.exact++
      if (rival) seen.add(rival)
    }
  }
  const recall = tally.found / tally.rivals
  const precision = tally.correct / tally.suggestions
  const strictPrecision = tally.exact / tally.suggestions
  console.log('suggestions compared with labels:', tally, { recall, precision, strictPrecision })
  expect(recall).toBeGreaterThanOrEqual(0.93)
  expect(precision).toBeGreaterThanOrEqual(0.95)
  expect(strictPrecision).toBeGreaterThanOrEqual(0.94)
})
