/**
 * Finds the competitors that answers list, in two passes over the answers: the first collects names and with which
 * others they are listed, the second how the answers use them. Pure.
 */
import type { SourceCategory } from '../../vocabulary/source-categories.ts'
import { categoryOfName } from '../answers/site-category.ts'
import type { TrackedEntity } from '../brands/name-changes.ts'
import { type CoListed, computeCoverage, countCoListed, getKeyLists } from './co-listed-names.ts'
import { getExtractedNames, outlineForNames } from './extract-names.ts'
import { type HeadList, type ListedHead, listHeads } from './listed-heads.ts'
import { getNameKey, type ListedName, namesOfHeads } from './listed-names.ts'
import { isKnownPhrase, isPlatform, nameGroupKey } from './name-form.ts'
import { countNames, type Group, groupNames, type NameCounts } from './name-groups.ts'
import { addUsage, isUsedAsName, type NameUsage, newUsage } from './name-usage.ts'
import { compileTrackedNames, isAlreadyTracked } from './tracked-names.ts'

export type NameScan = {
  answers: HeadList[][]
  counts: NameCounts
  /** Equal heads are one object: thousands of answers list the same names. */
  heads: Map<string, ListedHead>
}

export const createNameScan = (): NameScan => ({ answers: [], counts: new Map(), heads: new Map() })

export function addAnswer(scan: NameScan, markdown: string, languageTag: string | null): void {
  const outline = outlineForNames(markdown, languageTag)
  countNames(scan.counts, getExtractedNames(outline))
  const shared = (head: ListedHead) => {
    const { words, ...flags } = head
    const id = `${Object.values(flags)} ${words.join(' ')}`
    const known = scan.heads.get(id) ?? head
    scan.heads.set(id, known)
    return known
  }
  scan.answers.push(listHeads(outline).map(({ kind, heads }) => ({ kind, heads: heads.map(shared) })))
}

export type SuggestionCandidate = ListedName & {
  host: string | null
  /** Number of answers that list it with competitors. */
  coListed: number
  /** Whether only lists of competitors show that it is one: a shop, a publisher, a platform. */
  isIncidental: boolean
  /** Number of answers in whose lists it is a head next to competitors. */
  coListedAsHead: number
  usage: NameUsage
  /** First words of the tracked and listed names, of which it may be a product. */
  makers: ReadonlySet<string>
  /** Whether enough answers list tracked names. */
  hasTracked: boolean
}

/** A user reviews the list. */
const maxCandidates = 400
const minAnswersListing = 2

/** Returns the names that may be competitors. `dismissed` are the keys of names that a user rejected. */
export function candidatesIn(
  scan: NameScan,
  tracked: readonly TrackedEntity[],
  dismissed: ReadonlySet<string>,
): SuggestionCandidate[] {
  const known = compileTrackedNames(tracked)
  const groups = groupNames(scan.counts, dismissed)
  const hosts = new Map(groups.map(({ key, host }) => [key, host]))
  const names = namesOfHeads(
    scan.answers,
    new Set([...dismissed, ...tracked.map(({ name }) => nameGroupKey(name))]),
  )
  const isTracked = (key: string, name: string) =>
    isAlreadyTracked({ key, name, host: hosts.get(key) ?? null }, known)
  const core = new Set([...names.values()].flatMap(({ key, name }) => (isTracked(key, name) ? [key] : [])))
  const lists = getKeyLists(scan.answers, names)
  const hasTracked = computeCoverage(lists, core) >= minCoverage
  const coListed = countCoListed(
    lists,
    names,
    hasTracked ? core : new Set([...core, ...prominentNames(groups, names, lists.length)]),
  )
  const all = listedNames(names, coListed)
  const shared = { hasTracked, makers: getMakers(all, core, coListed), shops: getShops(tracked) }
  const listed = all
    .filter(({ key }) => !core.has(key))
    .map((name) => toCandidate(name, hosts.get(name.key) ?? null, coListed.get(name.key), shared))
  return [...listed, ...uncasedNames(groups).filter(({ key, name }) => !isTracked(key, name))]
    .sort((a, b) => b.coListed - a.coListed || (a.key < b.key ? -1 : 1))
    .slice(0, maxCandidates)
}

/**
 * If fewer of the answers list a tracked name, as for a new brand, the names that most answers list are taken for competitors
 * too. A name is one of these by its form and by its number of answers, as a share of all answers and of the answers
 * with the most frequent name.
 */
const minCoverage = 0.3
const minShareOfAnswers = 0.1
const minShareOfFirst = 0.4

function prominentNames(
  groups: readonly Group[],
  names: ReadonlyMap<string, ListedName>,
  answersScanned: number,
): Set<string> {
  const min = Math.max(answersScanned * minShareOfAnswers, (groups[0]?.answers ?? 0) * minShareOfFirst)
  const prominent = groups.filter(({ answers }) => answers >= min)
  return new Set(prominent.flatMap(({ key }) => getNameKey(key.split(' '), names) || []))
}

/** Returns the first words of names of which others may be products. */
function getMakers(
  listed: readonly ListedName[],
  core: ReadonlySet<string>,
  coListed: ReadonlyMap<string, CoListed>,
): Set<string> {
  const recurring = listed.filter(({ key }) => (coListed.get(key)?.answers ?? 0) >= minAnswersListing)
  return new Set([...core, ...recurring.map(({ key }) => key)].map((key) => key.split(' ', 1)[0] ?? ''))
}

/** Returns the categories of the shops, publishers and platforms that are tracked. */
const getShops = (tracked: readonly TrackedEntity[]): Set<SourceCategory> =>
  new Set(tracked.map(({ name }) => categoryOfName(name)))

/** Returns the names that are listed with competitors, each in its most frequent spelling. */
function listedNames(
  names: ReadonlyMap<string, ListedName>,
  coListed: ReadonlyMap<string, CoListed>,
): ListedName[] {
  const spellings = Map.groupBy(names.values(), ({ key }) => key.replace(/[^\p{L}\p{N}]/gu, ''))
  return [...spellings.values()].flatMap((same) => {
    const name = same.reduce((best, each) => (each.answers > best.answers ? each : best))
    // "Uses Acme" is not a name if "Acme" is one.
    const isPhrase = names.get(withoutFirstWord(name))?.isDistinctive
    return coListed.has(name.key) && !isPhrase && !isKnownPhrase(name.key) ? [name] : []
  })
}

const withoutFirstWord = ({ key }: ListedName): string => key.split(' ').slice(1).join(' ')

function toCandidate(
  name: ListedName,
  host: string | null,
  { answers, asHead }: CoListed = { answers: 0, asHead: 0 },
  { hasTracked, makers, shops }: { hasTracked: boolean; makers: Set<string>; shops: Set<SourceCategory> },
): SuggestionCandidate {
  return {
    ...name,
    host,
    coListed: answers,
    coListedAsHead: asHead,
    isIncidental: isPublisherOrShop(name, shops) || isPlatform(name.name),
    usage: newUsage(name),
    makers,
    hasTracked,
  }
}

/** Returns names in scripts without capitals, where the form of a head does not distinguish it from other words. */
function uncasedNames(groups: readonly Group[]): SuggestionCandidate[] {
  return groups
    .filter(({ name, answers }) => answers >= minAnswersListing && name.toLowerCase() === name.toUpperCase())
    .map(({ key, name, answers, host }) => {
      const listed = { key, name, answers, isDistinctive: true, company: null }
      const counts = { coListed: answers, coListedAsHead: answers, isIncidental: false }
      return { ...listed, ...counts, host, usage: newUsage(listed), makers: new Set(), hasTracked: false }
    })
}

/** Shops and publishers are competitors like others if one of their kind is tracked. */
function isPublisherOrShop({ name }: ListedName, tracked: ReadonlySet<SourceCategory>): boolean {
  const category = categoryOfName(name)
  return category !== 'other' && !tracked.has(category)
}

/** Adds how one answer uses the candidates. */
export function addUsages(candidates: readonly SuggestionCandidate[], text: string): void {
  for (const candidate of candidates) addUsage(candidate.usage, candidate, candidate.makers, text)
}

/** Share of the answers that mention a name in which it follows another one, from which on it is a product of that. */
const maxShareAfterName = 0.6
/** Share of the answers that mention a shop, publisher or platform in which it is a head next to competitors. */
const minShareAsHead = 0.5
/** Share of the answers that mention a competitor in which it is listed with others. */
const minCoListedShare = 0.35

/** Returns the candidates that are competitors. `answers` is the number of answers that mention one. */
export function competitorsAmong<T extends { candidate: SuggestionCandidate; answers: number }>(
  counted: readonly T[],
): T[] {
  const found = counted.filter(({ candidate, answers }) => isCompetitor(candidate, answers))
  const keys = new Set(found.map(({ candidate }) => candidate.key))
  return found.filter(({ candidate }) => !keys.has(candidate.company ?? ''))
}

const isCompetitor = (candidate: SuggestionCandidate, answers: number): boolean =>
  (!candidate.isIncidental || candidate.coListedAsHead >= answers * minShareAsHead) &&
  candidate.usage.afterName < answers * maxShareAfterName &&
  candidate.coListed >= answers * minCoListedShare &&
  isUsedAsName(candidate, candidate.usage, candidate.coListed, candidate.hasTracked)
