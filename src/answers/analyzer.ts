/**
 * Everything that parses the texts of answers, prompts and shopping cards: the work of the threads in analysis-pool.ts.
 * Pure, and needs no database. Names are passed as JSON, which is cheap to send to a thread and identifies a cached
 * parser.
 */
import { LRUCache } from 'lru-cache'
import type { NameChange } from '../brands/name-changes.ts'
import {
  type AnalyzedBrand,
  type BrandParser,
  createBrandParser,
  MAX_SEARCHED_LENGTH,
  type NumberedEntity,
} from './analysis.ts'
import type { Entity } from './parser/names/compile-names.ts'
import { createParser, type Parser, parseAnswer } from './parser.ts'
import { type PreparedAnswer, prepareAnswer, type QueriedAnswer } from './prepare-answer.ts'
import { createReanalyzer, type Reanalyzer, type StoredAnswer } from './reanalyzer.ts'
import type { EncodedAnalysis } from './stored-analysis.ts'

/** A text in which names are searched. */
export type SearchedText = { markdown: string; prompt?: string; language?: string | null }

/** An entity that a text mentions, and the range of its first mention. */
export type FoundName = { id: string; start: number; end: number }

/** Each method takes names and texts, and returns one result per text. */
export type Analyzer = {
  /** Analyzes answers and prepares them for storage. Takes `serializeNames`. */
  prepare(names: string, answers: readonly QueriedAnswer[]): PreparedAnswer[]
  /** Analyzes stored answers that a change of names can affect; null for the others. Takes `serializeNames` with the changes. */
  reanalyze(names: string, answers: readonly StoredAnswer[]): (EncodedAnalysis | null)[]
  /** Finds the entities that texts mention, in the order of their first mention. Takes `getEntities`. */
  find(names: string, texts: readonly SearchedText[]): FoundName[][]
}

type BrandNames = {
  brand: Pick<AnalyzedBrand, 'names_version' | 'source_categories'>
  entities: readonly NumberedEntity[]
  /** See `BrandParser`. */
  usesModel: boolean
  /** The brand's changes of names, by the `names_version` that they led to; only a reanalysis needs them. */
  changes: readonly [number, NameChange][]
}

export const serializeNames = (
  { names_version, source_categories }: AnalyzedBrand,
  entities: readonly NumberedEntity[],
  usesModel = false,
  changes: ReadonlyMap<number, NameChange> = new Map(),
): string =>
  JSON.stringify({
    brand: { names_version, source_categories },
    entities,
    usesModel,
    changes: [...changes],
  } satisfies BrandNames)

export const getEntities = (entities: readonly Entity[]): string =>
  JSON.stringify(
    entities.map(({ id, name, aliases, case_sensitive, exclude_phrases }) => ({
      id,
      name,
      aliases,
      case_sensitive,
      exclude_phrases,
    })),
  )

/** A run, an import and a reanalysis at the same time use three parsers; one of 1,000 names takes some megabytes. */
const maxParsers = 4

export function createAnalyzer(): Analyzer {
  const brandParser = cached((names): BrandParser => {
    const { brand, entities, usesModel }: BrandNames = JSON.parse(names)
    return createBrandParser(brand, entities, usesModel)
  })
  const reanalyzer = cached((names): Reanalyzer => {
    const { brand, entities, usesModel, changes }: BrandNames = JSON.parse(names)
    return createReanalyzer(createBrandParser(brand, entities, usesModel), new Map(changes))
  })
  const entityParser = cached((names): Parser => createParser(JSON.parse(names)))
  return {
    prepare: (names, answers) => answers.map((answer) => prepareAnswer(answer, brandParser(names))),
    reanalyze: (names, answers) => answers.map(reanalyzer(names)),
    find: (names, texts) => texts.map((text) => findNames(text, entityParser(names))),
  }
}

function cached<T extends object>(create: (names: string) => T): (names: string) => T {
  const values = new LRUCache<string, T>({ max: maxParsers })
  return (names) => {
    const known = values.get(names)
    if (known) return known
    const value = create(names)
    values.set(names, value)
    return value
  }
}

function findNames({ markdown, ...text }: SearchedText, parser: Parser): FoundName[] {
  const searched = { ...text, markdown: markdown.slice(0, MAX_SEARCHED_LENGTH), citations: [] }
  return parseAnswer(searched, parser)
    .entities.flatMap(({ id, spans: [first] }) => (first ? [{ id, start: first.start, end: first.end }] : []))
    .sort((a, b) => a.start - b.start)
}
