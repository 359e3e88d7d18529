/**
 * Compares what a text states with facts, by rules and without a language model. Deterministic and pure: a text and a fact
 * give the same verdict on every day. A verdict `wrong` has to be certain, so a statement that may be about another product,
 * plan, period or currency is `not_stated`.
 */
import type { FactKind } from '../../vocabulary/facts.ts'
import { createNameFinder } from '../answers/named-text.ts'
import type { ComparedFact, Comparison } from './compared-fact.ts'
import { compareBoolean } from './matching/compare-boolean.ts'
import { compareCodes } from './matching/compare-code.ts'
import { compareDates, compareFounding } from './matching/compare-date.ts'
import { comparePersons } from './matching/compare-person.ts'
import { comparePlaces } from './matching/compare-place.ts'
import { compareQuantities } from './matching/compare-quantity.ts'
import { findOrganization } from './matching/find-organization.ts'
import { findPlans } from './matching/find-plans.ts'
import { findTerms } from './matching/find-terms.ts'
import type { FoundFact } from './matching/found-fact.ts'
import { type Range, type ReadText, readText } from './matching/passages.ts'
import { type PreparedFact, prepareFact } from './matching/prepared-fact.ts'
import { chooseStatement, type Statement } from './matching/statements.ts'
import { listKeys } from './matching/words.ts'

/** The name of an entity and its other spellings. */
export type ComparedNames = { name: string; aliases: readonly string[]; case_sensitive?: boolean | null }

/** Compares texts with the facts of one entity. Offsets of quotes are UTF-16 offsets into the markdown. */
export type FactMatcher = (markdown: string, language?: string | null) => Comparison[]

/**
 * Compiles the facts of one entity, once for any number of texts. `others` are other entities that texts can name, such as
 * competitors. The comparisons have the order of the facts.
 */
export function createFactMatcher(
  facts: readonly ComparedFact[],
  names: ComparedNames,
  others: readonly ComparedNames[] = [],
): FactMatcher {
  const findNames = createFinderOf(names, others)
  const prepared = facts.map((fact) => prepareFact(fact, names.name))
  return (markdown, language = null) => {
    const text = readText(findNames(markdown, language))
    return prepared.map((fact) => chooseStatement(text, findStatements(text, fact)))
  }
}

const createFinderOf = (names: ComparedNames, others: readonly ComparedNames[]) =>
  createNameFinder([withoutProducts(names), ...others].map((each, index) => ({ id: String(index), ...each })))

/**
 * Removes aliases such as "Acme Peak", which can be products: without them, the rules read "Peak" as the name of something else than
 * the entity.
 */
function withoutProducts(names: ComparedNames): ComparedNames {
  const start = `${names.name.toLowerCase()} `
  return {
    ...names,
    aliases: names.aliases.filter(
      (alias) => !alias.toLowerCase().startsWith(start) || LEGAL_FORM.test(alias.slice(start.length)),
    ),
  }
}

const LEGAL_FORM =
  /^(?:inc|incorporated|corp|corporation|co|company|ltd|limited|llc|plc|gmbh|ag|se|sa|sas|srl|kk)\.?$/i

/** Compares the text of a page, whose lines are blocks. */
export function comparePage(matcher: FactMatcher, text: string, language: string | null): Comparison[] {
  const lineFeeds = [...text.matchAll(/\n/g)].map(({ index }) => index)
  const original = (offset: number) =>
    offset - lineFeeds.filter((_, index) => (lineFeeds[index] ?? 0) + index < offset).length
  return matcher(text.replaceAll('\n', '\n\n'), language).map((comparison) =>
    comparison.start === null
      ? comparison
      : { ...comparison, start: original(comparison.start), end: original(comparison.end) },
  )
}

function findStatements(text: ReadText, fact: PreparedFact): Statement[] {
  if (fact.kind === 'founding_year') return compareFounding(text, fact)
  if (fact.kind === 'headquarters') return comparePlaces(text, fact)
  if (fact.kind === 'person') return comparePersons(text, fact)
  if (fact.kind === 'date') return compareDates(text, fact)
  if (typeof fact.value === 'boolean') return compareBoolean(text, fact)
  return typeof fact.value === 'number' ? compareQuantities(text, fact) : compareCodes(text, fact)
}

/** A fact that a page states about its owner. `subject`: in English, or a name from the page. */
export type StatedFact = Omit<FoundFact, 'quote'> & { quote: string }

/**
 * Finds the facts that pages of an entity state about it, in the order of the page. A page that states two values of a fact is not
 * clear, so it states neither.
 */
export function createFactFinder(names: ComparedNames, others: readonly ComparedNames[]) {
  const findNames = createFinderOf(names, others)
  return (pageText: string, language: string | null): StatedFact[] => {
    const markdown = pageText.replaceAll('\n', '\n\n')
    const text = readText(findNames(markdown, language))
    const original = ({ start, end }: Range) => {
      const range = text.toMarkdown(start, end)
      return markdown.slice(range.start, range.end).replace(/\s+/gu, ' ').trim()
    }
    const page = { text, original }
    const found = [...findOrganization(page), ...findPlans(page), ...findTerms(page)]
    const bySubject = Map.groupBy(found, (fact) => subjectKey(fact))
    return [...bySubject.values()].flatMap(([first, ...more]) =>
      first && more.every(({ value, unit }) => value === first.value && unit === first.unit)
        ? [{ ...first, quote: original(first.quote).slice(0, maxQuote) }]
        : [],
    )
  }
}

const maxQuote = 300

/** Facts with the same key have the same kind and subject, whatever the words for "plan" and "price" and their order are. */
export function subjectKey({ kind, subject }: { kind: FactKind; subject: string }): string {
  const keys = listKeys(subject).map(({ key }) => key)
  const specific = keys.filter((key) => key !== 'plan' && key !== 'price')
  return JSON.stringify([kind, ...(specific.length > 0 ? specific : keys).toSorted()])
}
