/**
 * The format of a sealed report: a tar archive, compressed with zstd, of
 * - `snapshot.json`: the stored snapshot as canonical JSON; its SHA-256 is the digest that the report shows.
 * - `report.json`: the texts that people wrote.
 * - `definitions.json`: what each number means.
 * - `answers/0001.jsonl` and so on: the answers behind the numbers, with the facts that were parsed from each.
 * - `manifest.json`: the SHA-256 of each of these files and the public key of the signature.
 * - `manifest.sig`: the Ed25519 signature of `manifest.json` in base64.
 */
import { z } from 'zod'

export const sealManifestFile = 'manifest.json'
export const signatureFile = 'manifest.sig'
export const snapshotFile = 'snapshot.json'
export const textsFile = 'report.json'
export const definitionsFile = 'definitions.json'
export const answersFile = (number: number): string => `answers/${String(number).padStart(4, '0')}.jsonl`
export const isAnswersFile = (name: string): boolean => /^answers\/\d{4,}\.jsonl$/.test(name)

export const SealManifest = z.object({
  format: z.literal('ansight-report-1'),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  files: z.array(z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() })),
  public_key: z.string(),
})
export type SealManifest = z.output<typeof SealManifest>

const Source = z.object({ url: z.string(), title: z.string().nullable() })

/** Parallel arrays, as stored: the brand first, then every other entity that the answer mentions or cites. */
export const Facts = z.object({
  entities: z.array(z.number().int()),
  mention_counts: z.array(z.number().int()),
  ranks: z.array(z.number().int()),
  own_citations: z.array(z.number().int()),
  score_millipoints: z.array(z.number().int()),
})
export type Facts = z.output<typeof Facts>

export const SealedAnswerLine = z.object({
  brand_id: z.uuid(),
  id: z.uuid(),
  prompt: z.string(),
  platform: z.string(),
  model: z.string(),
  backend: z.string(),
  surface: z.string(),
  region: z.string(),
  language: z.string(),
  sample: z.number().int(),
  /** How many runs of the schedule the answer represents, in shares and means. */
  weight: z.number().int().default(1),
  answered_at: z.iso.datetime(),
  /** Null when the text was deleted after its retention period; then the facts cannot be parsed again. */
  markdown: z.string().nullable(),
  citations: z.array(Source),
  retrieved: z.array(Source),
  facts: Facts,
  sentiment: z.enum(['unknown', 'positive', 'neutral', 'negative']),
  /** `given`: classified by a language model, or of a deleted text; it cannot be parsed again. */
  sentiment_method: z.enum(['rules', 'given']),
})
export type SealedAnswerLine = z.output<typeof SealedAnswerLine>
