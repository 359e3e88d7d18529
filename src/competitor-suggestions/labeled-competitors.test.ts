/**
 * Recall and precision on labeled groups of recorded answers. They are not part of this project; without their folder the
 * test is skipped.
 */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { outlineAnswer } from '../answers/outline.ts'
import { createParser, parseAnswer } from '../answers/parser.ts'
import { nameGroupKey } from './name-form.ts'
import { addAnswer, addUsages, candidatesIn, competitorsAmong, createNameScan } from './name-scan.ts'

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

function linesOf<T>(file: string): T[] {
  return readFileSync(new URL(file, folder), 'utf8')
    .trim()
    .split('\n')
    .map((line): T => JSON.parse(line))
}

const namesOf = (each: string | Named) =>
  typeof each === 'string' ? [each] : [each.name, ...(each.aliases ?? [])]
const words = (name: string) =>
  ` ${nameGroupKey(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** Returns whether a suggested name is one of the names, or a longer name that contains it. */
const isOneOf = (name: string, each: string | Named) =>
  namesOf(each).some(
    (known) =>
      words(name).includes(words(known)) ||
      words(name).replaceAll(' ', '') === words(known).replaceAll(' ', ''),
  )

function suggestedIn({ files, ids, brand, tracked }: Group): string[] {
  const recorded = new Map(
    files.flatMap((file) => linesOf<Recorded>(file).map((answer) => [answer.id, answer])),
  )
  const answers = ids.flatMap((id) => recorded.get(id) ?? [])
  expect(answers).toHaveLength(ids.length)
  const entities = [brand, ...tracked].map((name) => ({
    id: name,
    number: 1,
    kind: 'competitor' as const,
    name,
    aliases: [],
    domains: [],
    case_sensitive: null,
    exclude_phrases: [],
  }))
  const scan = createNameScan()
  for (const { answer_markdown } of answers) addAnswer(scan, answer_markdown, null)
  const candidates = candidatesIn(scan, entities, new Set())
  const parser = createParser([...entities, ...candidates.map(({ key, name }) => ({ id: key, name }))])
  const counts = new Map<string, number>()
  for (const { answer_markdown: markdown, prompt } of answers) {
    addUsages(candidates, outlineAnswer(markdown, null).text)
    for (const { id, mentioned } of parseAnswer({ markdown, prompt, citations: [] }, parser).entities)
      if (mentioned) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const counted = candidates.map((candidate) => ({ candidate, answers: counts.get(candidate.key) ?? 0 }))
  return competitorsAmong(counted.filter(({ answers: count }) => count >= 2)).map(
    ({ candidate }) => candidate.name,
  )
}

test.skipIf(!present)('most labeled competitors are suggested, and most suggestions are competitors', () => {
  const tally = { rivals: 0, found: 0, suggestions: 0, correct: 0 }
  for (const group of linesOf<Group>('rivals.jsonl')) {
    const suggestions = suggestedIn(group)
    for (const rival of group.rivals.filter(({ main, answers }) => main && answers >= 2)) {
      tally.rivals++
      if (suggestions.some((name) => isOneOf(name, rival))) tally.found++
    }
    for (const name of suggestions) {
      const isRival = group.rivals.some((rival) => isOneOf(name, rival))
      if (!isRival && [...group.doubtful, ...group.own].some((each) => isOneOf(name, each))) continue
      tally.suggestions++
      if (isRival) tally.correct++
    }
  }
  const recall = tally.found / tally.rivals
  const precision = tally.correct / tally.suggestions
  console.log('suggestions compared with labels:', tally, { recall, precision })
  expect(recall).toBeGreaterThanOrEqual(0.85)
  expect(precision).toBeGreaterThanOrEqual(0.91)
})
