/** Writes sealed reports; see format.ts. */
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { sql } from 'kysely'
import { type Pack, pack } from 'tar-stream'
import { z } from 'zod'
import { analysisPool } from '../../answers/analysis-pool.ts'
import { serializeNames } from '../../answers/analyzer.ts'
import { sentimentLabels } from '../../answers/sentiment-labels.ts'
import { scoreWeightsMilli } from '../../answers/visibility-score.ts'
import type { Context } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { message } from '../../languages/message.ts'
import { denominatorRule, metricTerms } from '../../metrics/metric-terms.ts'
import { canonicalJson, sha256Hex } from '../canonical-json.ts'
import { recordReportEvent } from '../change-report.ts'
import { type ReportRow, readStoredSnapshot } from '../reports.ts'
import type { StoredSnapshot } from '../snapshot.ts'
import {
  answersFile,
  definitionsFile,
  type Facts,
  type SealedAnswerLine,
  type SealManifest,
  sealManifestFile,
  signatureFile,
  snapshotFile,
  textsFile,
} from './format.ts'
import { toParsedFacts } from './parse-facts.ts'
import { getPublicKey, signWith } from './signing-key.ts'

/** Answers in memory at a time. */
const batchSize = 200

/** Returns the archive as a stream. Throws `conflict` for a draft, and when answers behind the report were deleted. */
export async function sealReport(ctx: Context, report: ReportRow): Promise<Readable> {
  if (report.published_at === null) throw conflict(message('reports.sealReport.publishTheReportFirstADraft'))
  const snapshot = await readStoredSnapshot(ctx, report)
  const answers = await listAnswers(ctx, report)
  await recordReportEvent(ctx, 'report.downloaded', report)
  const archive = pack()
  const compressed = createZstdCompress()
  void writeArchive(ctx, archive, { report, snapshot, answers }).then(
    () => archive.finalize(),
    (error: Error) => archive.destroy(error),
  )
  void pipeline(archive, compressed).catch((error: Error) => compressed.destroy(error))
  return compressed
}

type CountedAnswers = { brand_id: string; answer_ids: string[]; sentiments: number[] }
type Content = { report: ReportRow; snapshot: StoredSnapshot; answers: CountedAnswers[] }

async function listAnswers(
  ctx: Context,
  { id, brand_ids, has_deleted_brand }: ReportRow,
): Promise<CountedAnswers[]> {
  if (has_deleted_brand) throw conflict(message('reports.sealReport.aBrandOfThisReportWas'))
  const parts: CountedAnswers[] = []
  for (const brandId of brand_ids) {
    const part = await ctx.db
      .selectFrom('report_answers')
      .select(['brand_id', 'answer_ids', 'sentiments'])
      .where('brand_id', '=', brandId)
      .where('report_id', '=', id)
      .executeTakeFirstOrThrow()
    parts.push(part)
  }
  return parts
}

async function writeArchive(
  ctx: Context,
  archive: Pack,
  { report, snapshot, answers }: Content,
): Promise<void> {
  const files: SealManifest['files'] = []
  const add = async (name: string, text: string) => {
    const content = Buffer.from(text)
    files.push({ name, bytes: content.length, sha256: sha256Hex(content) })
    await addFile(archive, name, content)
  }
  await add(snapshotFile, canonicalJson(snapshot))
  await add(textsFile, toJson(getTexts(report)))
  await add(definitionsFile, toJson(numberDefinitions))
  let count = 0
  for (const part of answers) {
    const brand = snapshot.brands.find(({ id }) => id === part.brand_id)
    if (!brand) throw new Error('A snapshot has the brands of its report')
    for (let start = 0; start < part.answer_ids.length; start += batchSize) {
      count += 1
      const lines = await readLines(ctx, brand, part, start)
      await add(answersFile(count), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    }
  }
  const manifest: SealManifest = {
    format: 'ansight-report-1',
    digest: report.snapshot_sha256,
    files,
    public_key: getPublicKey(ctx.secretKey),
  }
  const signed = Buffer.from(toJson(manifest))
  await addFile(archive, sealManifestFile, signed)
  await addFile(archive, signatureFile, Buffer.from(`${signWith(ctx.secretKey, signed)}\n`))
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Resolves when the entry was read, so that a slow client bounds the memory. */
const addFile = (archive: Pack, name: string, content: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    // Equal reports give equal bytes, except for what changes the files themselves.
    archive.entry({ name, mtime: new Date(0) }, content, (error) => (error ? reject(error) : resolve()))
  })

const getTexts = ({
  id,
  title,
  headline,
  summary,
  sections,
  date_from,
  date_to,
  published_at,
}: ReportRow) => ({
  ...{ id, title, headline, summary, sections, date_from, date_to },
  published_at: published_at?.toISOString() ?? null,
})

const numberDefinitions = {
  metrics: metricTerms,
  denominator: denominatorRule,
  score_weights_milli: scoreWeightsMilli,
}

type Row = Omit<
  SealedAnswerLine,
  'answered_at' | 'markdown' | 'citations' | 'retrieved' | 'facts' | 'sentiment' | 'sentiment_method'
> &
  Facts & { answered_at: Date; markdown: string | null; sources: unknown }

type BrandPart = StoredSnapshot['brands'][number]

async function readLines(
  ctx: Context,
  brand: BrandPart,
  { answer_ids, sentiments }: CountedAnswers,
  start: number,
): Promise<SealedAnswerLine[]> {
  const ids = answer_ids.slice(start, start + batchSize)
  const { rows } = await sql<Row>`
    select a.brand_id, a.id, p.text as prompt, a.platform, a.model, a.backend, a.surface, a.region, a.language, a.sample, a.weight,
      a.answered_at, a.entities, a.mention_counts, a.ranks, a.own_citations, a.score_millipoints,
      x.markdown, x.sources
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, ordinal)
    join answers a on a.brand_id = ${brand.id} and a.id = wanted.id
    join prompts p on p.brand_id = ${brand.id} and p.id = a.prompt_id
    left join answer_texts x on x.brand_id = ${brand.id} and x.answer_id = a.id
    order by wanted.ordinal`.execute(ctx.db)
  if (rows.length < ids.length) throw new Error('Answers behind the report were deleted')
  const parsed = await parseTexts(ctx, brand, rows)
  return rows.map((row, index) => toLine(row, parsed.get(row.id), sentiments[start + index] ?? 0))
}

/** Parses the texts again with the names of the snapshot, which may have changed since. */
async function parseTexts(ctx: Context, brand: BrandPart, rows: Row[]) {
  const { definitions } = brand
  const names = serializeNames({ id: brand.id, ...definitions }, definitions.entities)
  const stored = rows.flatMap(({ id, prompt, language, surface, markdown, sources }) =>
    markdown !== null
      ? [{ id, names_version: 0, analysis_version: 0, prompt, language, surface, markdown, sources }]
      : [],
  )
  const analyses =
    stored.length === 0 ? [] : await ctx.use(analysisPool).reanalyze(ctx.organizationId, names, stored)
  return new Map(
    stored.flatMap(({ id }, index) => {
      const facts = analyses[index]?.facts
      return facts ? [[id, toParsedFacts(facts)] as const] : []
    }),
  )
}

const Source = z.object({ url: z.string(), title: z.string().nullable() })
const Sources = z.object({ citations: z.array(Source), retrieved: z.array(Source) })

function toLine(
  { sources: stored, entities, mention_counts, ranks, own_citations, score_millipoints, ...row }: Row,
  parsed: ReturnType<typeof toParsedFacts> | undefined,
  sentimentNumber: number,
): SealedAnswerLine {
  const sources = stored === null ? noSources : Sources.parse(stored)
  const sentiment = sentimentLabels[sentimentNumber] ?? 'unknown'
  return {
    ...row,
    ...sources,
    answered_at: row.answered_at.toISOString(),
    markdown: parsed ? row.markdown : null,
    facts: parsed?.facts ?? { entities, mention_counts, ranks, own_citations, score_millipoints },
    sentiment,
    sentiment_method: parsed?.sentiment === sentiment ? 'rules' : 'given',
  }
}

const noSources: z.output<typeof Sources> = { citations: [], retrieved: [] }
