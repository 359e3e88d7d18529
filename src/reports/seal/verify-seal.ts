/**
 * Verifies a sealed report without a database: that no file was changed, who signed it, that the answers still give the
 * same facts, and that the facts give the numbers of the report.
 */
import { isDeepStrictEqual } from 'node:util'
import { PARSER_VERSION } from '../../answers/parser.ts'
import { sha256Hex } from '../canonical-json.ts'
import { StoredSnapshot } from '../snapshot.ts'
import { AnswerLine, isAnswersFile, Manifest, manifestFile, signatureFile, snapshotFile } from './format.ts'
import { parseFacts, parserOf } from './parse-facts.ts'
import { type ComparedNumber, compareNumbers } from './recompute.ts'
import { fingerprintOf, isSignedBy } from './signing-key.ts'

export type Verification = {
  /** Sentences, one per problem; empty for a valid report. */
  problems: string[]
  /** SHA-256 of the public key of the signature; null without a valid signature. */
  fingerprint: string | null
  snapshot: StoredSnapshot | null
  files: number
  answers: { parsed: number; withoutText: number; givenSentiments: number }
  numbers: ComparedNumber[]
}

/** `trustedKey`: the fingerprint of the only key whose signature is accepted. */
export function verifySeal(files: ReadonlyMap<string, Buffer>, trustedKey: string | null): Verification {
  const result: Verification = {
    problems: [],
    fingerprint: null,
    snapshot: null,
    files: files.size,
    answers: { parsed: 0, withoutText: 0, givenSentiments: 0 },
    numbers: [],
  }
  const manifest = readManifest(files, result)
  if (manifest === null) return result
  verifySignature(files, manifest, trustedKey, result)
  verifyFiles(files, manifest, result)
  const snapshot = parseOr(StoredSnapshot, files.get(snapshotFile), snapshotFile, result)
  if (snapshot === null) return result
  result.snapshot = snapshot
  if (snapshot.versions.parser !== PARSER_VERSION)
    result.problems.push(
      `The answers were parsed by version ${snapshot.versions.parser} of the parser; this is version ${PARSER_VERSION}. Verify with Ansight ${snapshot.versions.ansight}.`,
    )
  verifyAnswers(readAnswers(files, result), snapshot, result)
  for (const number of result.numbers) {
    if (number.stated !== number.recomputed)
      result.problems.push(
        `${number.of}: ${number.name} is ${number.stated} in the report and ${number.recomputed} recomputed.`,
      )
  }
  return result
}

function readManifest(files: ReadonlyMap<string, Buffer>, result: Verification): Manifest | null {
  return parseOr(Manifest, files.get(manifestFile), manifestFile, result)
}

function verifySignature(
  files: ReadonlyMap<string, Buffer>,
  { public_key }: Manifest,
  trustedKey: string | null,
  result: Verification,
): void {
  const signed = files.get(manifestFile)
  const signature = files.get(signatureFile)?.toString().replace(/\n$/, '')
  try {
    if (!signed || !signature || !isSignedBy(public_key, signed, signature))
      throw new Error('the signature does not match')
    result.fingerprint = fingerprintOf(public_key)
  } catch {
    result.problems.push(`${signatureFile} is not a signature of ${manifestFile} by its key.`)
    return
  }
  if (trustedKey !== null && result.fingerprint !== trustedKey.toLowerCase())
    result.problems.push(`The report is signed by ${result.fingerprint}, not by the expected key.`)
}

function verifyFiles(files: ReadonlyMap<string, Buffer>, manifest: Manifest, result: Verification): void {
  const listed = new Map(manifest.files.map(({ name, sha256 }) => [name, sha256]))
  for (const [name, sha256] of listed) {
    const content = files.get(name)
    if (!content) result.problems.push(`${name} is missing.`)
    else if (sha256Hex(content) !== sha256) result.problems.push(`${name} was changed.`)
  }
  for (const name of files.keys())
    if (!listed.has(name) && name !== manifestFile && name !== signatureFile)
      result.problems.push(`${name} is not in ${manifestFile}.`)
  if (listed.get(snapshotFile) !== manifest.digest)
    result.problems.push(`${snapshotFile} does not have the digest of the report.`)
}

function readAnswers(files: ReadonlyMap<string, Buffer>, result: Verification): AnswerLine[] {
  return [...files]
    .filter(([name]) => isAnswersFile(name))
    .flatMap(([name, content]) =>
      content
        .toString()
        .split('\n')
        .filter((line) => line !== '')
        .flatMap((line) => parseOr(AnswerLine, line, name, result) ?? []),
    )
}

function verifyAnswers(answers: AnswerLine[], snapshot: StoredSnapshot, result: Verification): void {
  const seen = new Set<string>()
  for (const { brand_id, id } of answers) {
    if (seen.has(`${brand_id} ${id}`)) result.problems.push(`Answer ${id} is contained twice.`)
    seen.add(`${brand_id} ${id}`)
  }
  for (const brand of snapshot.brands) {
    const parser = parserOf(brand)
    const ofBrand = answers.filter(({ brand_id }) => brand_id === brand.id)
    const counted = ofBrand.map((answer) => {
      const { markdown } = answer
      if (answer.sentiment_method === 'given') result.answers.givenSentiments += 1
      if (markdown === null) {
        result.answers.withoutText += 1
        return answer
      }
      result.answers.parsed += 1
      const parsed = parseFacts({ ...answer, markdown }, parser)
      const sentiment = answer.sentiment_method === 'rules' ? parsed.sentiment : answer.sentiment
      if (!isDeepStrictEqual(parsed.facts, answer.facts) || sentiment !== answer.sentiment)
        result.problems.push(`Answer ${answer.id}: its text does not give the facts that are stated with it.`)
      return { facts: parsed.facts, sentiment }
    })
    result.numbers.push(...compareNumbers(brand, counted))
  }
}

type Schema<T> = { safeParse(value: unknown): { success: true; data: T } | { success: false } }

/** Returns null and notes a problem for content that is missing or malformed. */
function parseOr<T>(
  schema: Schema<T>,
  content: Buffer | string | undefined,
  name: string,
  result: Verification,
): T | null {
  const parsed = content === undefined ? null : schema.safeParse(jsonIn(content))
  if (parsed?.success) return parsed.data
  result.problems.push(content === undefined ? `${name} is missing.` : `${name} is malformed.`)
  return null
}

function jsonIn(content: Buffer | string): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    return undefined
  }
}
