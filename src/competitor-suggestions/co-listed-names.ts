import type { HeadList } from './listed-heads.ts'
import { getNameKey, type ListedName } from './listed-names.ts'

/** The keys of the names of one list, in order; empty for a head that is not a name. */
export type ListedKeys = { kind: HeadList['kind']; keys: string[] }

/** Returns the keys of the names of each list of each answer. */
export const getKeyLists = (
  answers: readonly (readonly HeadList[])[],
  names: ReadonlyMap<string, ListedName>,
): ListedKeys[][] =>
  answers.map((lists) =>
    lists.map(({ kind, heads }) => ({ kind, keys: heads.map(({ words }) => getNameKey(words, names)) })),
  )

/** Number of answers that list a name with competitors, and that do so as the head of an item, heading or row. */
export type CoListed = { answers: number; asHead: number }

/**
 * Returns in how many answers each name is listed with a competitor: a name of `core`, or one that an answer lists with
 * these. Names that are listed with competitors are competitors; publishers and features are listed with others of their kind.
 */
export function countCoListed(
  lists: readonly ListedKeys[][],
  names: ReadonlyMap<string, ListedName>,
  core: ReadonlySet<string>,
): Map<string, CoListed> {
  let known = core
  let counts = countListedWith(lists, core)
  for (let round = 1; round < maxRounds; round++) {
    const isFirst = round === 1
    const minShare = (isFirst ? minShareFirst : minShareLater) * computeCoverage(lists, known)
    const minAnswers = isFirst ? 1 : minAnswersLater
    const confirmed = [...counts].flatMap(([key, answers]) => {
      const listed = names.get(key)?.answers ?? 0
      return answers >= minAnswers && answers >= listed * minShare ? [key] : []
    })
    known = new Set([...known, ...confirmed])
    counts = countListedWith(lists, known)
  }
  const heads = lists.map((each) => each.filter(({ kind }) => kind !== 'enumeration'))
  const asHead = countListedWith(heads, known)
  return new Map([...counts].map(([key, count]) => [key, { answers: count, asHead: asHead.get(key) ?? 0 }]))
}

/** Rounds in which names that answers list with known competitors become known. */
const maxRounds = 3
/**
 * Minimum for a name to become known in the first round and in later ones: a share of the answers that list it, relative to
 * the share of all answers that list a known name, and in later rounds a number of answers.
 */
const minShareFirst = 0.2
const minShareLater = 0.5
const minAnswersLater = 2

/** Returns the share of the answers that list a known name. */
export function computeCoverage(answers: readonly ListedKeys[][], known: ReadonlySet<string>): number {
  const covered = answers.filter((lists) => lists.some(({ keys }) => keys.some((key) => known.has(key))))
  return covered.length / (answers.length || 1)
}

function countListedWith(answers: readonly ListedKeys[][], core: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const lists of answers)
    for (const key of new Set(lists.flatMap((list) => keysListedWith(list, core))))
      counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** A list contains competitors if at least one in this number of its other names is a known one. */
const maxNamesPerKnownName = { list: 12, enumeration: 4 }
/** Labels in running text are competitors between two known ones that are at most this far away. */
const maxDistance = 4

function keysListedWith({ kind, keys }: ListedKeys, core: ReadonlySet<string>): string[] {
  if (kind === 'run') return keysNear(keys, core)
  const names = [...new Set(keys)].filter((key) => key !== '')
  const known = names.filter((key) => core.has(key)).length
  return names.filter((key) => {
    const others = core.has(key) ? known - 1 : known
    return others > 0 && others * maxNamesPerKnownName[kind] >= names.length - 1
  })
}

/** Returns the names of a run next to a known one, and those between two known ones that are close together. */
function keysNear(keys: readonly string[], core: ReadonlySet<string>): string[] {
  const isKnown = (at: number) => core.has(keys[at] ?? '')
  const isBetween = (at: number) => {
    const offsets = Array.from({ length: maxDistance }, (_, i) => i + 1)
    return offsets.some((offset) => isKnown(at - offset)) && offsets.some((offset) => isKnown(at + offset))
  }
  return keys.filter((key, at) => key !== '' && (isKnown(at - 1) || isKnown(at + 1) || isBetween(at)))
}
