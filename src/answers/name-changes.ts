/**
 * Whether a change of names can affect the analysis of an answer. The analysis depends on two properties of an entity:
 * the occurrences of its spellings and excluded phrases, and the sources in its domains. If no spelling, phrase or
 * domain that a change adds or removes occurs in an answer, its analysis stays the same.
 */
import type { NameChange } from '../brands/name-changes.ts'
import { compileDomains, isOwnedUrl, type OwnedDomains } from './parser/citations/citations.ts'
import { createMarkdownFolder } from './parser/markdown/fold-markdown.ts'
import {
  type CompiledNames,
  type Entity,
  expandTerms,
  indexTerms,
  isSeparator,
  type Term,
} from './parser/names/compile-names.ts'
import { findCandidates } from './parser/names/match.ts'
import type { FoldedText } from './parser/text/folded.ts'

/** What a sequence of changes adds or removes. */
export type CompiledNameChanges = {
  names: CompiledNames
  domains: OwnedDomains
  /** Whether a change can affect any text. */
  affectsEverything: boolean
  fold: (markdown: string) => FoldedText
}

export function compileNameChanges(changes: readonly NameChange[]): CompiledNameChanges {
  const terms = changes.flatMap(changedTerms)
  return {
    names: indexTerms(terms),
    domains: compileDomains(changes.map((change) => ({ id: '', name: '', domains: changedDomains(change) }))),
    affectsEverything: terms.some(canHideOthers),
    fold: createMarkdownFolder(),
  }
}

/**
 * Returns whether a change can affect the analysis of an answer. `texts` is all markdown in which names are searched,
 * `urls` the URLs of all sources.
 */
export function couldAffectAnswer(
  { texts, urls }: { texts: readonly string[]; urls: readonly string[] },
  { names, domains, affectsEverything, fold }: CompiledNameChanges,
): boolean {
  if (affectsEverything || urls.some((url) => isOwnedUrl(url, domains))) return true
  return names.terms.length > 0 && texts.some((text) => isFound(fold(text), names))
}

/** Returns whether a text contains one of the names, or was too much work to search. */
function isFound(folded: FoldedText, names: CompiledNames): boolean {
  const { candidates, stoppedAt } = findCandidates(folded, names)
  return candidates.length > 0 || stoppedAt !== null
}

/**
 * Returns the spellings and phrases that only one of the two has. If the shared ones are in a different order, returns
 * all of both, because the first spelling that matches determines the reason of a mention.
 */
function changedTerms({ before, after }: NameChange): Term[] {
  const [old, now] = [byKey(before), byKey(after)]
  const notIn =
    (terms: Map<string, Term>) =>
    ([key]: [string, Term]) =>
      !terms.has(key)
  const shared = (terms: Map<string, Term>, others: Map<string, Term>) =>
    [...terms.keys()].filter((key) => others.has(key)).join('\n')
  const changed =
    shared(old, now) === shared(now, old)
      ? [...[...old].filter(notIn(now)), ...[...now].filter(notIn(old))]
      : [...old, ...now]
  return changed.map(([, term]) => term)
}

/** Indexes an entity's terms. Two terms have the same key if parsing treats them the same. */
const byKey = (entity: Entity | null): Map<string, Term> =>
  new Map(expandTerms(entity === null ? [] : [entity]).map((term) => [JSON.stringify(term), term]))

function changedDomains({ before, after }: NameChange): string[] {
  const old = before?.domains ?? []
  const now = after?.domains ?? []
  return [...old.filter((domain) => !now.includes(domain)), ...now.filter((domain) => !old.includes(domain))]
}

/**
 * Returns whether a term can hide other names. A separator inside its path ("AT-&T") is a step in the trie. The search
 * takes this step instead of skipping the separator, and can miss other names there.
 */
const canHideOthers = ({ path }: Term) => path.subarray(1).some(isSeparator)
