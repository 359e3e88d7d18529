/** Compares labeled claims and pages with the rules of the product, without a database. */
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { readContent } from '../../src/cited-pages/page-content.ts'
import type { Comparison } from '../../src/claims/compared-fact.ts'
import { type ComparedNames, comparePage, createFactMatcher } from '../../src/claims/matching.ts'
import type { Verdict } from '../../vocabulary/claims.ts'
import type { FactKind } from '../../vocabulary/facts.ts'
import { readJsonLines } from './labeled-answers.ts'
import {
  type ClaimSet,
  type Fact,
  type Half,
  readClaims,
  readFacts,
  readPageFacts,
  readPages,
} from './labeled-claims.ts'

/** Recorded answers of real engines are not part of the project. */
const recorded = new URL('../../../shared/answers/', import.meta.url)
export const areAnswersPresent = existsSync(recorded)

/** A claim with the verdict of its label and of the rules. */
export type ComparedClaim = {
  id: string
  kind: FactKind
  language: string
  label: Verdict
  verdict: Verdict
  /** Whether the quotes overlap; null if one of them is missing. */
  isSameQuote: boolean | null
}

/** Returns the sure claims of a set whose answers are present. `change` can replace the fact. */
export function compareClaims(set: ClaimSet, change: (fact: Fact) => Fact = (fact) => fact): ComparedClaim[] {
  const facts = new Map(readFacts(set).map((fact) => [fact.id, fact]))
  const texts = new Map<string, Map<string, { markdown: string; language: string }>>()
  return readClaims(set).flatMap(({ id, file, answer, fact: factId, verdict: label, start, end, sure }) => {
    const own = new URL(file, import.meta.url)
    const isOwn = existsSync(own)
    if (!sure || (!isOwn && !areAnswersPresent)) return []
    const answers = texts.get(file) ?? readAnswers(isOwn ? own : new URL(file, recorded))
    texts.set(file, answers)
    const fact = facts.get(factId)
    const text = answers.get(answer)
    if (!fact || text === undefined) throw new Error(`${id} has no fact or no answer`)
    const found = createFactMatcher([change(fact)], namesOf(fact))(text.markdown)[0]
    const isSameQuote =
      !found || found.start === null || start === null || end === null
        ? null
        : found.start < end && start < found.end
    const verdict = found?.verdict ?? 'not_stated'
    return [{ id, kind: fact.kind, language: text.language, label, verdict, isSameQuote }]
  })
}

const Answer = z.object({ id: z.string(), answer_markdown: z.string(), language: z.string().default('en') })

const readAnswers = (file: URL) =>
  new Map(
    readJsonLines(file)
      .map((line) => Answer.parse(line))
      .map((answer) => [answer.id, { markdown: answer.answer_markdown, language: answer.language }]),
  )

/** Returns the fact with a value that no text states, so that each statement of it is wrong. */
export function withOtherValue(fact: Fact): Fact {
  const { value, kind } = fact
  if (typeof value === 'boolean') return { ...fact, value: !value, earlier: [] }
  if (typeof value === 'number') {
    const other = kind === 'founding_year' ? value - 17 : value === 0 ? 37 : Math.round(value * 163.7) / 100
    return { ...fact, value: other, earlier: [] }
  }
  const earlierYear = (year: string) => String(Number(year) - 13)
  const other =
    kind === 'date' ? value.replace(/^\d{4}/, earlierYear) : kind === 'certification' ? 'IP99' : 'Zora Quux'
  return { ...fact, value: other, earlier: [] }
}

/** Returns each fact of each brand that a page of the half names. A fact that the label does not list is not stated. */
export function comparePages(half: Half): ComparedClaim[] {
  return readPages(half).flatMap(({ id, html, named, facts: labels }) => {
    const { text, language } = readContent(Buffer.from(html), 'utf-8')
    return readPageFacts()
      .filter(({ entity }) => named.includes(entity))
      .map((fact): ComparedClaim => {
        const found: Comparison | undefined = comparePage(
          createFactMatcher([fact], namesOf(fact)),
          text,
          language,
        )[0]
        return {
          id: `${id} ${fact.id}`,
          kind: fact.kind,
          language: language ?? 'en',
          label: labels.find((each) => each.fact === fact.id)?.verdict ?? 'not_stated',
          verdict: found?.verdict ?? 'not_stated',
          isSameQuote: null,
        }
      })
  })
}

const namesOf = ({ entity, aliases }: Fact): ComparedNames => ({ name: entity, aliases })

/** How many claims the rules gave a verdict, how many of these rightly, and how many have it by their label. */
export type VerdictCounts = { given: number; correct: number; labeled: number; otherQuotes: number }

export function countVerdict(claims: readonly ComparedClaim[], verdict: Verdict): VerdictCounts {
  const given = claims.filter((claim) => claim.verdict === verdict)
  const correct = given.filter(({ label }) => label === verdict)
  return {
    given: given.length,
    correct: correct.length,
    labeled: claims.filter(({ label }) => label === verdict).length,
    otherQuotes: correct.filter(({ isSameQuote }) => isSameQuote === false).length,
  }
}
