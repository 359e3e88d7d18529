/** Runs the scan for competitors on answers without a database. */
import { outlineAnswer } from '../src/answers/outline.ts'
import { createParser, parseAnswer } from '../src/answers/parser.ts'
import type { TrackedEntity } from '../src/brands/name-changes.ts'
import {
  addAnswer,
  addUsages,
  candidatesIn,
  competitorsAmong,
  createNameScan,
} from '../src/competitor-suggestions/name-scan.ts'

export const trackedName = (name: string): TrackedEntity => ({
  id: name,
  number: 1,
  kind: 'competitor',
  name,
  aliases: [],
  domains: [],
  case_sensitive: null,
  exclude_phrases: [],
})

const minAnswers = 2

/** Returns the names that the job would suggest from these answers. `dismissed` are keys of names. */
export function suggestedNames(
  answers: readonly { markdown: string; prompt: string }[],
  trackedNames: readonly string[],
  languageTag: string | null,
  dismissed: readonly string[] = [],
): string[] {
  const tracked = trackedNames.map(trackedName)
  const scan = createNameScan()
  for (const { markdown } of answers) addAnswer(scan, markdown, languageTag)
  const candidates = candidatesIn(scan, tracked, new Set(dismissed))
  const parser = createParser([...tracked, ...candidates.map(({ key, name }) => ({ id: key, name }))])
  const counts = new Map<string, number>()
  for (const { markdown, prompt } of answers) {
    addUsages(candidates, outlineAnswer(markdown, languageTag).text)
    const { entities } = parseAnswer({ markdown, prompt, citations: [] }, parser)
    for (const { id, mentioned } of entities) if (mentioned) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const counted = candidates.map((candidate) => ({ candidate, answers: counts.get(candidate.key) ?? 0 }))
  const found = competitorsAmong(counted.filter((each) => each.answers >= minAnswers))
  return found.map(({ candidate }) => candidate.name)
}
