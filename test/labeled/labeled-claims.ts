/**
 * Claims of answers and cited pages with hand-made labels. README.md explains the fields. A hash of the id divides them:
 * rules are written on the half `rules`, and measured once on the half `check`.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { verdicts } from '../../vocabulary/claims.ts'
import { factKinds } from '../../vocabulary/facts.ts'
import { readJsonLines } from './labeled-answers.ts'

const Value = z.union([z.number(), z.string(), z.boolean()])

const Fact = z.strictObject({
  id: z.string(),
  entity: z.string(),
  aliases: z.array(z.string()),
  kind: z.enum(factKinds),
  subject: z.string(),
  statement: z.string(),
  value: Value,
  unit: z.string().nullable(),
  valid_from: z.iso.date(),
  earlier: z.array(z.strictObject({ value: Value, valid_from: z.iso.date(), valid_until: z.iso.date() })),
  source: z.url(),
})
export type Fact = z.output<typeof Fact>

const Verdict = z.enum(verdicts)

const Claim = z.strictObject({
  id: z.string(),
  file: z.string(),
  answer: z.string(),
  fact: z.string(),
  verdict: Verdict,
  start: z.int().min(0).nullable(),
  end: z.int().min(1).nullable(),
  sure: z.boolean(),
})
export type Claim = z.output<typeof Claim>

const Page = z.strictObject({
  id: z.string(),
  url: z.url(),
  headers: z.record(z.string(), z.string()),
  kind: z.enum(['list', 'comparison', 'review', 'forum', 'documentation', 'shop', 'news', 'reference']),
  language: z.enum(['en', 'de', 'fr', 'es', 'ja']),
  author: z.string().nullable(),
  published: z.iso.date().nullable(),
  modified: z.iso.date().nullable(),
  brands: z.array(z.string()),
  named: z.array(z.string()),
  elsewhere: z.array(
    z.strictObject({
      brand: z.string(),
      where: z.enum([
        'navigation',
        'footer',
        'related',
        'reader_comment',
        'script',
        'html_comment',
        'attribute',
        'alt',
        'word',
      ]),
    }),
  ),
  reachable: z.boolean(),
  facts: z.array(z.strictObject({ fact: z.string(), verdict: Verdict.exclude(['not_stated']) })),
  html: z.string(),
})
export type Page = z.output<typeof Page>

export type Half = 'rules' | 'check'

/** Returns the half of a label, given by the first bit of the SHA-256 hash of its id. */
export const halfOf = (id: string): Half =>
  (createHash('sha256').update(id).digest()[0] ?? 0) < 0x80 ? 'rules' : 'check'

/** The halves, and the sets `unseen` and `blind`, whose authors had not seen the rules. */
export const claimSets = ['rules', 'check', 'unseen', 'blind'] as const
export type ClaimSet = (typeof claimSets)[number]

const isHalf = (set: ClaimSet): set is Half => set === 'rules' || set === 'check'
const fileOf = (set: ClaimSet, name: string) => (isHalf(set) ? name : `${set}-${name}`)

/** Returns the facts of a set. Both halves have the same facts. */
export const readFacts = (set: ClaimSet): Fact[] => read(fileOf(set, 'facts.jsonl'), Fact)

export const readClaims = (set: ClaimSet): Claim[] =>
  read(fileOf(set, 'claims.jsonl'), Claim).filter(({ id }) => !isHalf(set) || halfOf(id) === set)

/** Returns the facts of the invented brands that the pages name. */
export const readPageFacts = (): Fact[] => read('page-facts.jsonl', Fact)

export const readPages = (half: Half): Page[] =>
  read('pages.jsonl', Page).filter(({ id }) => halfOf(id) === half)

/** Returns pages of the sites of invented brands, and the facts that a rule could propose from them. */
export const readOwnPages = (half: Half): Page[] =>
  read('own-pages.jsonl', Page).filter(({ id }) => halfOf(id) === half)
export const readOwnPageFacts = (): Fact[] => read('own-page-facts.jsonl', Fact)

const read = <T>(file: string, schema: z.ZodType<T>): T[] =>
  readJsonLines(new URL(file, import.meta.url)).map((line) => schema.parse(line))
