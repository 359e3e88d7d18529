import type { Verdict } from '../../../vocabulary/claims.ts'
import { type Comparison, notStated } from '../compared-fact.ts'
import type { ReadText } from './passages.ts'

/** A place in the folded text that states the fact. A higher score fits the subject better. */
export type Statement = { verdict: Exclude<Verdict, 'not_stated'>; start: number; end: number; score: number }

/**
 * Returns the verdict of the statements that fit the subject best, and the first of them with it. If the text states the
 * right value as well, the other one is probably about something else.
 */
export function chooseStatement(text: ReadText, statements: readonly Statement[]): Comparison {
  const best = statements.reduce((most, { score }) => Math.max(most, score), 0)
  const fitting = statements.filter(({ score }) => score === best)
  const chosen =
    fitting.find(({ verdict }) => verdict === 'right') ??
    fitting.find(({ verdict }) => verdict === 'outdated') ??
    fitting[0]
  if (!chosen) return notStated
  let { start, end } = chosen
  while (start < end - 1 && /\s/u.test(text.text[start] ?? '')) start++
  while (end > start + 1 && /\s/u.test(text.text[end - 1] ?? '')) end--
  return { verdict: chosen.verdict, ...text.toMarkdown(start, end) }
}
