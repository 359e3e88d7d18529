import { createParser, type Parser, parseAnswer } from '../answers/parser.ts'
import type { TrackedEntity } from '../brands/name-changes.ts'
import { nameGroupKey } from './name-form.ts'
import type { Group } from './name-groups.ts'

export type TrackedNames = { parser: Parser; keys: string[] }

/** Compiles the names that a brand tracks, to be matched in any capitals and context. */
export function compileTrackedNames(tracked: readonly TrackedEntity[]): TrackedNames {
  return {
    parser: createParser(
      tracked.map((entity) => ({ ...entity, case_sensitive: false, exclude_phrases: [] })),
    ),
    keys: tracked
      .filter(({ kind }) => kind !== 'product')
      .flatMap(({ name, aliases }) => [name, ...aliases])
      .map((name) => ` ${nameGroupKey(name)} `),
  }
}

/** Returns whether a name mentions a tracked entity, is part of its name, or is linked to its site. */
export function isAlreadyTracked(
  { key, name, host }: Pick<Group, 'key' | 'name' | 'host'>,
  known: TrackedNames,
): boolean {
  if (known.keys.some((each) => each.includes(` ${key} `))) return true
  const citations = host === null ? [] : [{ url: `https://${host}/`, title: null, cited: true }]
  const { entities } = parseAnswer({ markdown: name, citations }, known.parser)
  return entities.some(({ mentioned, ownCitations }) => mentioned || ownCitations > 0)
}
