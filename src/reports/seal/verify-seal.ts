/**
 * Verifies a sealed report without a database: that no file was changed, who signed it, that the answers still give the
 * same facts, and that the facts give the numbers of the report.
 */
import { createHash, type Hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { BrandParser } from '../../answers/analysis.ts'
import { PARSER_VERSION } from '../../answers/parser.ts'
import { parseJsonLines } from '../../data-transfer/json-lines.ts'
import { StoredSnapshot } from '../snapshot.ts'
import {
  isAnswersFile,
  SealedAnswerLine,
  SealManifest,
  sealManifestFile,
  signatureFile,
  snapshotFile,
} from './format.ts'
import { getParser, parseFacts } from './parse-facts.ts'
import type { SealedFile } from './read-seal.ts'
import { type ComparedNumber, createComparison } from './recompute.ts'
import { computeFingerprint, isSignedBy } from './signing-key.ts'

export type SealVerification = {
  /** The first problems, as sentences; empty for a valid report. */
  problems: string[]
  problemCount: number
  /** SHA-256 of the public key of the signature; null without a valid signature. */
  fingerprint: string | null
  snapshot: StoredSnapshot | null
  files: number
  answers: { parsed: number; withoutText: number; givenSentiments: number }
  numbers: ComparedNumber[]
}

/**
 * Reads each file once and keeps only what the limits below allow. The snapshot comes before the answers. `trustedKey`: the
 * fingerprint of the only key whose signature is accepted.
 */
export async function verifySeal(
  files: AsyncIterable<SealedFile>,
  trustedKey: string | null,
): Promise<SealVerification> {
  const result: SealVerification = {
    problems: [],
    problemCount: 0,
    fingerprint: null,
    snapshot: null,
    files: 0,
    answers: { parsed: 0, withoutText: 0, givenSentiments: 0 },
    numbers: [],
  }
  const hashes = new Map<string, string>()
  const kept = new Map<string, Buffer>()
  let verifier: AnswerVerifier | null = null
  for await (const { name, content } of files) {
    if (name.length > maxNameLength || hashes.size === maxFiles)
      throw new Error('The archive contains more than a sealed report.')
    if (hashes.has(name)) throw new Error(`The archive contains ${name} twice.`)
    const hash = createHash('sha256')
    const hashed = hashChunks(content, hash)
    if (isAnswersFile(name) && verifier === null)
      addProblem(result, `${name} has no valid ${snapshotFile} before it.`)
    else if (isAnswersFile(name)) await verifier?.read(name, hashed)
    else if (keptFiles.has(name)) kept.set(name, await readSmall(name, hashed))
    // Completes the hash.
    for await (const _ of hashed);
    hashes.set(name, hash.digest('hex'))
    if (name === snapshotFile) verifier = openSnapshot(kept.get(name), result)
  }
  result.files = hashes.size
  const manifest = parseOr(SealManifest, kept.get(sealManifestFile), sealManifestFile, result)
  if (manifest === null) return result
  verifySignature(kept, manifest, trustedKey, result)
  verifyHashes(hashes, manifest, result)
  result.numbers = verifier?.numbers() ?? []
  for (const { of, name, stated, recomputed } of result.numbers)
    if (stated !== recomputed)
      addProblem(result, `${of}: ${name} is ${stated} in the report and ${recomputed} recomputed.`)
  return result
}

/** An archive has one file for 200 answers. */
const maxFiles = 50_000
const maxNameLength = 200
const keptFiles = new Set([snapshotFile, sealManifestFile, signatureFile])
/** A snapshot of 20 brands with 100 competitors each and the numbers of 92 days has about 8 MB, without long texts. */
const maxKeptBytes = 64 * 1024 * 1024
const maxProblems = 50
const maxProblemLength = 500

function addProblem(result: SealVerification, problem: string): void {
  result.problemCount += 1
  if (result.problems.length < maxProblems) result.problems.push(problem.slice(0, maxProblemLength))
}

async function* hashChunks(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

async function readSmall(name: string, content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of content) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxKeptBytes) throw new Error(`${name} is larger than in a sealed report.`)
  }
  return Buffer.concat(chunks)
}

function openSnapshot(content: Buffer | undefined, result: SealVerification): AnswerVerifier | null {
  const snapshot = parseOr(StoredSnapshot, content, snapshotFile, result)
  if (snapshot === null) return null
  result.snapshot = snapshot
  if (countNameCharacters(snapshot) > maxNameCharacters) {
    addProblem(result, `${snapshotFile} contains more names than a report.`)
    return null
  }
  if (snapshot.versions.parser !== PARSER_VERSION)
    addProblem(
      result,
      `The answers were parsed by version ${snapshot.versions.parser} of the parser; this is version ${PARSER_VERSION}. Verify with Ansight ${snapshot.versions.ansight}.`,
    )
  return createAnswerVerifier(snapshot, result)
}

/** Compiling a name takes a hundred times its size in memory. */
const maxNameCharacters = 4_000_000

const countNameCharacters = ({ brands }: StoredSnapshot): number =>
  brands
    .flatMap(({ definitions }) => definitions.entities)
    .flatMap(({ name, aliases, domains, exclude_phrases }) => [
      name,
      ...aliases,
      ...domains,
      ...exclude_phrases,
    ])
    .reduce((sum, { length }) => sum + length, 0)

function verifySignature(
  files: ReadonlyMap<string, Buffer>,
  { public_key }: SealManifest,
  trustedKey: string | null,
  result: SealVerification,
): void {
  const signed = files.get(sealManifestFile)
  const signature = files.get(signatureFile)?.toString().replace(/\n$/, '')
  try {
    if (!signed || !signature || !isSignedBy(public_key, signed, signature))
      throw new Error('the signature does not match')
    result.fingerprint = computeFingerprint(public_key)
  } catch {
    addProblem(result, `${signatureFile} is not a signature of ${sealManifestFile} by its key.`)
    return
  }
  if (trustedKey !== null && result.fingerprint !== trustedKey.toLowerCase())
    addProblem(result, `The report is signed by ${result.fingerprint}, not by the expected key.`)
}

function verifyHashes(
  hashes: ReadonlyMap<string, string>,
  manifest: SealManifest,
  result: SealVerification,
): void {
  const listed = new Map(manifest.files.map(({ name, sha256 }) => [name, sha256]))
  for (const [name, sha256] of listed) {
    const actual = hashes.get(name)
    if (actual === undefined) addProblem(result, `${name} is missing.`)
    else if (actual !== sha256) addProblem(result, `${name} was changed.`)
  }
  for (const name of hashes.keys())
    if (!listed.has(name) && name !== sealManifestFile && name !== signatureFile)
      addProblem(result, `${name} is not in ${sealManifestFile}.`)
  if (listed.get(snapshotFile) !== manifest.digest)
    addProblem(result, `${snapshotFile} does not have the digest of the report.`)
}

type AnswerVerifier = {
  read(name: string, content: AsyncIterable<Uint8Array>): Promise<void>
  numbers(): ComparedNumber[]
}

/** Parses the answers one by one. They are in the order of their ids, so that a repeated one is found. */
function createAnswerVerifier(snapshot: StoredSnapshot, result: SealVerification): AnswerVerifier {
  const brands = new Map(
    snapshot.brands.map((brand) => [
      brand.id,
      { parser: getParser(brand), comparison: createComparison(brand), lastId: '' },
    ]),
  )
  if (brands.size < snapshot.brands.length) addProblem(result, `${snapshotFile} contains a brand twice.`)
  const verify = (answer: SealedAnswerLine) => {
    const brand = brands.get(answer.brand_id)
    if (brand === undefined) return addProblem(result, `Answer ${answer.id} is of another brand.`)
    const id = answer.id.toLowerCase()
    if (id <= brand.lastId)
      addProblem(result, `Answer ${answer.id} is contained twice, or not in the order of the ids.`)
    brand.lastId = id
    const { platform, weight } = answer
    brand.comparison.add({ ...parseAgain(answer, brand.parser, result), platform, weight })
  }
  return {
    read: async (name, content) => {
      for await (const line of parseJsonLines(content)) {
        const answer = 'value' in line ? SealedAnswerLine.safeParse(line.value).data : undefined
        if (answer === undefined) addProblem(result, `${name} is malformed in line ${line.line}.`)
        else verify(answer)
      }
    },
    numbers: () => [...brands.values()].flatMap(({ comparison }) => comparison.numbers()),
  }
}

function parseAgain(answer: SealedAnswerLine, parser: BrandParser, result: SealVerification) {
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
    addProblem(result, `Answer ${answer.id}: its text does not give the facts that are stated with it.`)
  return { facts: parsed.facts, sentiment }
}

type Schema<T> = { safeParse(value: unknown): { success: true; data: T } | { success: false } }

/** Returns null and notes a problem for content that is missing or malformed. */
function parseOr<T>(
  schema: Schema<T>,
  content: Buffer | undefined,
  name: string,
  result: SealVerification,
): T | null {
  const parsed = content === undefined ? null : schema.safeParse(jsonIn(content))
  if (parsed?.success) return parsed.data
  addProblem(result, content === undefined ? `${name} is missing.` : `${name} is malformed.`)
  return null
}

/** Returns undefined for content that is not JSON, or is JSON of more arrays and objects than a report has. */
function jsonIn(content: Buffer): unknown {
  if (countContainers(content) > content.length / minBytesPerContainer) return undefined
  try {
    return JSON.parse(content.toString())
  } catch {
    return undefined
  }
}

/** Empty arrays take forty times their size in memory. Reports have more than 25 bytes for each array or object. */
const minBytesPerContainer = 12

function countContainers(content: Buffer): number {
  let count = 0
  for (const byte of content) if (byte === 0x5b || byte === 0x7b) count += 1
  return count
}
