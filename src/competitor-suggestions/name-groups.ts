/**
 * Names of many answers brought together: "HubSpot", "HubSpot CRM" and "HubSpot Marketing Hub" are one, when the shorter
 * stands alone often enough or several longer ones begin with it. Pure.
 */

import type { ExtractedName } from './extract-names.ts'
import { isDistinctive, nameGroupKey } from './name-form.ts'
import words from './name-words.json' with { type: 'json' }

/** What the answers looked at so far have said, by key. Each answer is one object, whatever it lists. */
export type NameCounts = Map<
  string,
  { answers: Set<object>; spellings: Map<string, number>; hosts: Set<string> }
>

export type Group = {
  key: string
  /** The spelling used most. */
  name: string
  /** In how many answers it, or a longer name of the group, is a thing of the list. */
  answers: number
  /** The one site of its name that answers link it to. */
  host: string | null
}

/** The names of one answer. */
export function countNames(tally: NameCounts, names: readonly ExtractedName[]): void {
  const answer = {}
  for (const { key, name, host } of names) {
    const known = tally.get(key) ?? { answers: new Set(), spellings: new Map(), hosts: new Set() }
    known.answers.add(answer)
    known.spellings.set(name, (known.spellings.get(name) ?? 0) + 1)
    if (host !== null) known.hosts.add(host)
    tally.set(key, known)
  }
}

/** Those of the most answers first. `settled`: keys that names are grouped under however rare they are. */
export function groupNames(tally: NameCounts, settled: ReadonlySet<string>): Group[] {
  const families = Map.groupBy(tally.keys(), (key) => key.split(' ', 1)[0] ?? '')
  const groups = [...families.values()].flatMap((keys) => {
    const shared = sharedBeginning(keys, tally)
    return [...Map.groupBy(keys, (key) => rootOf(key, shared, tally, settled))]
  })
  return groups
    .map(([root, keys]) => groupOf(root, keys, tally))
    .sort((a, b) => b.answers - a.answers || (a.key < b.key ? -1 : 1))
}

/** So many answers must name the shorter alone for it to be a name of its own. */
const aloneFrom = 2

function rootOf(key: string, shared: number, tally: NameCounts, settled: ReadonlySet<string>): string {
  const parts = key.split(' ')
  const beginnings = parts.map((_, index) => parts.slice(0, index + 1).join(' '))
  return (
    beginnings.find((beginning) => settled.has(beginning)) ??
    beginnings.slice(0, shared).find((beginning) => (tally.get(beginning)?.answers.size ?? 0) >= aloneFrom) ??
    parts.slice(0, shared).join(' ')
  )
}

/**
 * How many words all begin with, without those that are common words: Briggs & Riley of its bags, Tesla of Model S and
 * Model X. No limit for one alone, and when the first word could begin the names of several companies.
 */
function sharedBeginning(family: string[], tally: NameCounts): number {
  const [first = [], ...others] = family.map((key) => spellingOf(key, tally).split(' '))
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

function groupOf(root: string, keys: string[], tally: NameCounts): Group {
  const entries = keys.flatMap((key) => tally.get(key) ?? [])
  const hosts = new Set(entries.flatMap((entry) => [...entry.hosts]))
  const [host = null] = hosts
  const size = root.split(' ').length
  const [longer = root] = keys
  const name = tally.has(root)
    ? spellingOf(root, tally)
    : spellingOf(longer, tally).split(' ').slice(0, size).join(' ')
  return {
    key: root,
    name,
    answers: new Set(entries.flatMap((entry) => [...entry.answers])).size,
    host: hosts.size === 1 ? host : null,
  }
}

function spellingOf(key: string, tally: NameCounts): string {
  const spellings = [...(tally.get(key)?.spellings ?? [])]
  return spellings.reduce((best, each) => (each[1] > best[1] ? each : best), [key, 0])[0]
}
