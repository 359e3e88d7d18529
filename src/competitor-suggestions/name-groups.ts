/**
 * Groups the names of many answers: "HubSpot", "HubSpot CRM" and "HubSpot Marketing Hub" are one group if the shortest
 * occurs alone often enough, or several longer names start with it. Pure.
 */

import type { ExtractedName } from './extract-names.ts'
import { isDistinctive, nameGroupKey } from './name-form.ts'
import words from './name-words.json' with { type: 'json' }

/** Names found so far, by key. Each answer is represented by one object. */
export type NameCounts = Map<
  string,
  { answers: Set<object>; spellings: Map<string, number>; hosts: Set<string> }
>

export type Group = {
  key: string
  /** The most frequent spelling. */
  name: string
  /** Number of answers that list it or a longer name of the group. */
  answers: number
  /** The site of that name, if answers link it to exactly one. */
  host: string | null
}

/** Adds the names of one answer. */
export function countNames(counts: NameCounts, names: readonly ExtractedName[]): void {
  const answer = {}
  for (const { key, name, host } of names) {
    const known = counts.get(key) ?? { answers: new Set(), spellings: new Map(), hosts: new Set() }
    known.answers.add(answer)
    known.spellings.set(name, (known.spellings.get(name) ?? 0) + 1)
    if (host !== null) known.hosts.add(host)
    counts.set(key, known)
  }
}

/** Returns groups by number of answers, descending. `fixed` are keys that form a group however rare they are. */
export function groupNames(counts: NameCounts, fixed: ReadonlySet<string>): Group[] {
  const families = Map.groupBy(counts.keys(), (key) => key.split(' ', 1)[0] ?? '')
  const groups = [...families.values()].flatMap((keys) => {
    const shared = sharedPrefix(keys, counts)
    return [...Map.groupBy(keys, (key) => getRoot(key, shared, counts, fixed))]
  })
  return groups
    .map(([root, keys]) => getGroup(root, keys, counts))
    .sort((a, b) => b.answers - a.answers || (a.key < b.key ? -1 : 1))
}

/** Number of answers that must list the shorter name alone for it to form a group. */
const minAnswersAlone = 2

function getRoot(key: string, shared: number, counts: NameCounts, fixed: ReadonlySet<string>): string {
  const parts = key.split(' ')
  const prefixes = parts.map((_, index) => parts.slice(0, index + 1).join(' '))
  return (
    prefixes.find((prefix) => fixed.has(prefix)) ??
    prefixes.slice(0, shared).find((prefix) => (counts.get(prefix)?.answers.size ?? 0) >= minAnswersAlone) ??
    parts.slice(0, shared).join(' ')
  )
}

/**
 * Returns how many words a family of names shares at the start, without trailing common words: Briggs & Riley of its bags,
 * Tesla of Model S and Model X. Infinite for a single name, and if the first word is not distinctive.
 */
function sharedPrefix(family: string[], counts: NameCounts): number {
  const [first = [], ...others] = family.map((key) => getSpelling(key, counts).split(' '))
  if (others.length === 0 || !isDistinctive(first[0] ?? '')) return Number.POSITIVE_INFINITY
  const keys = family.map((key) => key.split(' '))
  let count = 1
  while (count < first.length && keys.every((parts) => parts[count] === keys[0]?.[count])) count++
  while (count > 1 && isDropped(first, count)) count--
  return count
}

const isDropped = (parts: string[], count: number) =>
  CONNECTORS.has(nameGroupKey(parts[count - 1] ?? '')) ||
  (!isDistinctive(parts[count - 1] ?? '') && !CONNECTORS.has(nameGroupKey(parts[count - 2] ?? '')))

const CONNECTORS = new Set(words.connectors.split(' '))

function getGroup(root: string, keys: string[], counts: NameCounts): Group {
  const entries = keys.flatMap((key) => counts.get(key) ?? [])
  const hosts = new Set(entries.flatMap((entry) => [...entry.hosts]))
  const [host = null] = hosts
  const size = root.split(' ').length
  const [longer = root] = keys
  const name = counts.has(root)
    ? getSpelling(root, counts)
    : getSpelling(longer, counts).split(' ').slice(0, size).join(' ')
  return {
    key: root,
    name,
    answers: new Set(entries.flatMap((entry) => [...entry.answers])).size,
    host: hosts.size === 1 ? host : null,
  }
}

function getSpelling(key: string, counts: NameCounts): string {
  const spellings = [...(counts.get(key)?.spellings ?? [])]
  return spellings.reduce((best, each) => (each[1] > best[1] ? each : best), [key, 0])[0]
}
