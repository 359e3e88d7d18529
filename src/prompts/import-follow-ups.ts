/**
 * Finds the question before each follow-up of an import, by its text, region, language and persona: in the nearest line above or, if
 * there is none, among the prompts of the brand. A follow-up without one is rejected.
 */
import { maxQuestions } from '../../vocabulary/conversations.ts'
import type { Brand } from '../brands/brands.ts'
import { normalizeName } from '../core/fields.ts'
import { localize } from '../languages/localized.ts'
import { type Message, message } from '../languages/message.ts'
import type { CheckedLine } from './import-file.ts'
import type { Prompt } from './prompts.ts'
import { promptTextHash } from './wording.ts'

/** `key` identifies the prompt of a valid line, `previousKey` the prompt that it follows; both are `prompts.text_hash`. */
export type PlacedLine = CheckedLine & { key: string; previousKey: string | null; turn: number }

type Question = { hash: Buffer; turn: number; followedBy: string | null }

export const toKey = (hash: Buffer): string => hash.toString('base64')

/** `stored`: the prompts of the brand that are not deleted. */
export function placeLines(
  lines: readonly CheckedLine[],
  brand: Brand,
  stored: readonly Prompt[],
): PlacedLine[] {
  const questions = storedQuestions(stored)
  return lines.map((line) => {
    const { prompt } = line
    if (prompt === null) return { ...line, key: '', previousKey: null, turn: 0 }
    const { text, region = brand.region, language = brand.language, follows_text } = prompt
    const shared = { region: region ?? '', language: language ?? '', persona_id: prompt.persona_id }
    const previous =
      follows_text === undefined ? undefined : questions.get(wording({ text: follows_text, ...shared }))
    const hash = promptTextHash({ text, ...shared, previous: previous && { text_hash: previous.hash } })
    const key = toKey(hash)
    const problem = follows_text === undefined ? null : findProblem(previous, key)
    if (problem) {
      const reason = localize(problem)
      return { line: line.line, text: line.text, prompt: null, reason, key, previousKey: null, turn: 0 }
    }
    const turn = previous ? previous.turn + 1 : 0
    if (previous) previous.followedBy = key
    const known = questions.get(wording({ text, ...shared }))
    if (!known || toKey(known.hash) !== key)
      questions.set(wording({ text, ...shared }), { hash, turn, followedBy: null })
    return { ...line, key, previousKey: previous ? toKey(previous.hash) : null, turn }
  })
}

function findProblem(previous: Question | undefined, key: string): Message | null {
  if (!previous) return message('prompts.importFollowUps.unknown')
  if (previous.turn + 1 >= maxQuestions)
    return message('prompts.importFollowUps.tooMany', { followUps: maxQuestions - 1 })
  return previous.followedBy === null || previous.followedBy === key
    ? null
    : message('prompts.followUps.hasOne')
}

type Wording = Pick<Prompt, 'text' | 'region' | 'language' | 'persona_id'>

const wording = ({ text, region, language, persona_id }: Wording) =>
  [normalizeName(text), region, language, persona_id].join('\n')

/** Returns the questions by wording. The same text can be in several conversations; a first question wins. */
function storedQuestions(stored: readonly Prompt[]): Map<string, Question> {
  const byId = new Map(stored.map((prompt) => [prompt.id, prompt]))
  const followUps = new Map(stored.map((prompt) => [prompt.follows, prompt]))
  const turnOf = ({ follows }: Prompt): number => {
    const previous = byId.get(follows ?? '')
    return previous ? turnOf(previous) + 1 : 0
  }
  const firstLast = stored.toSorted((a, b) => Number(a.follows === null) - Number(b.follows === null))
  return new Map(
    firstLast.map((prompt) => {
      const followUp = followUps.get(prompt.id)
      return [
        wording(prompt),
        {
          hash: prompt.text_hash,
          turn: turnOf(prompt),
          followedBy: followUp ? toKey(followUp.text_hash) : null,
        },
      ]
    }),
  )
}
