/** Compares the facts that the rules read from own pages with labels, without a database. */
import { readContent } from '../../src/cited-pages/page-content.ts'
import { createFactFinder, type StatedFact } from '../../src/claims/matching.ts'
import { type Fact, type Half, readOwnPageFacts, readOwnPages } from './labeled-claims.ts'

/** `others`: what the rules read that has no label. */
export type ComparedProposals = { proposed: number; labeled: number; matched: number; others: string[] }

export function compareProposals(half: Half): ComparedProposals {
  const facts = new Map(readOwnPageFacts().map((fact) => [fact.id, fact]))
  const pages = readOwnPages(half).map(({ id, html, brands, facts: labels }) => {
    const { text, language } = readContent(Buffer.from(html), 'utf-8')
    const own = labels.flatMap(({ fact }) => facts.get(fact) ?? [])
    const [owner, ...competitors] = brands.map((name) => ({
      name,
      aliases: own.find(({ entity }) => entity === name)?.aliases ?? [],
    }))
    if (!owner) throw new Error(`${id} has no owner`)
    const found = createFactFinder(owner, competitors)(text, language)
    const others = found.filter((each) => !own.some((label) => isSameFact(each, label)))
    return { id, found, own, others }
  })
  const count = (list: (page: (typeof pages)[number]) => unknown[]) =>
    pages.reduce((sum, page) => sum + list(page).length, 0)
  return {
    proposed: count(({ found }) => found),
    labeled: count(({ own }) => own),
    matched: count(({ found }) => found) - count(({ others }) => others),
    others: pages.flatMap(({ id, others }) =>
      others.map(
        ({ kind, subject, value, unit, quote }) => `${id} ${kind} ${subject} ${value} ${unit}: ${quote}`,
      ),
    ),
  }
}

/** Subjects are the same if one has the words of the other: "Team" and "Team (annual)" have other units. */
function isSameFact({ kind, subject, value, unit }: StatedFact, label: Fact): boolean {
  const words = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const people = (text: unknown) =>
    String(text)
      .split(/, | and | y /)
      .toSorted()
      .join()
  return (
    kind === label.kind &&
    people(value) === people(label.value) &&
    unit === label.unit &&
    words(subject).some(
      (word) => word.length > 2 && words(label.subject).some((each) => each.startsWith(word.slice(0, 5))),
    )
  )
}
