/**
 * Whether a change of names could change what is read out of an answer. Of an entity a reading knows two things only: the
 * places where one of its spellings (or excluded phrases) stands, before their context is asked, and the sources under its
 * domains. Where none of those is that a change adds or takes away, the same places are judged in the same surroundings,
 * and the reading stays what it was.
 */
import type { NameChange } from '../../brands/name-changes.ts'
import { compileDomains, isOwnedUrl, type OwnedDomains } from './citations/citations.ts'
import { extractVisibleText } from './markdown/visible-text.ts'
import {
  type Entity,
  expandTerms,
  indexTerms,
  isSeparator,
  type Names,
  type Term,
} from './names/compile-names.ts'
import { findCandidates } from './names/match.ts'
import { fold } from './text/fold.ts'

/** What some changes, one after another, add or take away. */
export type CompiledNameChanges = {
  names: Names
  domains: OwnedDomains
  /** A change of a kind that can be seen in any text. */
  isEverywhere: boolean
}

export function compileNameChanges(changes: readonly NameChange[]): CompiledNameChanges {
  const terms = changes.flatMap(changedTerms)
  return {
    names: indexTerms(terms),
    domains: compileDomains(changes.map((change) => ({ id: '', name: '', domains: changedDomains(change) }))),
    isEverywhere: terms.some(hidesOthers),
  }
}

/** `texts`: all the markdown that names are looked for in; `urls`: of all sources. */
export function couldAffectAnswer(
  { texts, urls }: { texts: readonly string[]; urls: readonly string[] },
  { names, domains, isEverywhere }: CompiledNameChanges,
): boolean {
  if (isEverywhere || urls.some((url) => isOwnedUrl(url, domains))) return true
  // As answers are laid out, without what only judging asks for.
  return (
    names.terms.length > 0 &&
    texts.some((text) => findCandidates(fold(extractVisibleText(text)), names).length > 0)
  )
}

/**
 * Spellings and phrases that only one of the two has. All of both when the shared ones stand in another order: of two that
 * fit a place the first tells how the name was found.
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

/** Two that are alike in all that finding and judging ask of them have the same key. */
const byKey = (entity: Entity | null): Map<string, Term> =>
  new Map(expandTerms(entity === null ? [] : [entity]).map((term) => [JSON.stringify(term), term]))

function changedDomains({ before, after }: NameChange): string[] {
  const old = before?.domains ?? []
  const now = after?.domains ?? []
  return [...old.filter((domain) => !now.includes(domain)), ...now.filter((domain) => !old.includes(domain))]
}

/**
 * A separator inside the path ("AT-&T") is a step of its own in the trie. The walk takes it where it passed over a
 * separator before, and may lose other names there.
 */
const hidesOthers = ({ path }: Term) => path.subarray(1).some(isSeparator)
