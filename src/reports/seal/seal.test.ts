import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { runHere } from '../../../test/process/processes.ts'
import { type Json, testService } from '../../../test/support.ts'
import { sha256Hex } from '../canonical-json.ts'
import { createReport, createReportedBrand } from '../reports.fixture.ts'
import { readSeal } from './read-seal.ts'
import { publicKeyOf, signWith } from './signing-key.ts'
import { verifySeal } from './verify-seal.ts'

const service = await testService()
const zorvex = await createReportedBrand(service)
const { owner } = zorvex
const report: Json = await createReport(zorvex)
await owner.ok(`POST /api/reports/${report.id}/publish`)

const folder = mkdtempSync(join(tmpdir(), 'ansight-seal-'))
afterAll(() => rmSync(folder, { recursive: true }))

const sealed = await download()
const file = join(folder, 'report.tar.zst')
writeFileSync(file, sealed)
const files = await readSeal(file)

async function download(): Promise<Buffer> {
  const reply = await owner.call(`GET /api/reports/${report.id}/sealed`)
  expect(reply.status).toBe(200)
  return reply.bytes
}

type Change = (content: string) => string

/** Changes one file. `resign`: as someone who also replaces the hashes and signs with another key. */
function changed(name: string, change: Change | null, resign = false): Map<string, Buffer> {
  const all = new Map(files)
  if (change === null) all.delete(name)
  else all.set(name, Buffer.from(change(all.get(name)?.toString() ?? '')))
  if (!resign) return all
  const forger = 'a secret key of someone else, long enough'
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '')
  const signed = Buffer.from(
    JSON.stringify({
      ...manifest,
      public_key: publicKeyOf(forger),
      digest: sha256Hex(all.get('snapshot.json') ?? ''),
      files: [...all]
        .filter(([each]) => !each.startsWith('manifest.'))
        .map(([each, content]) => ({ name: each, bytes: content.length, sha256: sha256Hex(content) })),
    }),
  )
  return all.set('manifest.json', signed).set('manifest.sig', Buffer.from(signWith(forger, signed)))
}

const problems = (all: Map<string, Buffer>, key: string | null = null) => verifySeal(all, key).problems
const answers = 'answers/0001.jsonl'

test('a sealed report is valid, and every number is recomputed from its answers', () => {
  const result = verifySeal(files, null)
  expect(result.problems).toEqual([])
  expect(result.answers).toEqual({ parsed: 5, withoutText: 0, givenSentiments: 0 })
  const stated = new Map(result.numbers.map(({ of, name, recomputed }) => [`${of} ${name}`, recomputed]))
  expect(stated.get('Zorvex answers')).toBe(5)
  expect(stated.get('Zorvex mention rate')).toBe(60)
  expect(stated.get('Zorvex average position')).toBe(1.33)
  // Of three mentions, two are positive and one is negative.
  expect(stated.get('Zorvex positive sentiment')).toBe(66.67)
  expect(stated.get('Quilmar mention rate')).toBe(60)
  expect(stated.get('Quilmar citation rate')).toBe(20)
  expect(result.numbers).toHaveLength(1 + 5 + 5 + 6 * 5)
})

test('the digest that the report shows is that of the snapshot in the file', () => {
  expect(sha256Hex(files.get('snapshot.json') ?? '')).toBe(report.digest)
})

test('the signature is that of the published key, and another key is rejected', async () => {
  const { fingerprint } = await owner.ok('GET /.well-known/report-key.json')
  expect(verifySeal(files, fingerprint)).toMatchObject({ problems: [], fingerprint })
  expect(problems(files, 'ab'.repeat(32))).toEqual([expect.stringContaining('not by the expected key')])
})

test('any changed byte of any file is found', () => {
  for (const [name, content] of files) {
    for (const at of [0, Math.floor(content.length / 2), content.length - 1]) {
      const bytes = Buffer.from(content)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      expect(problems(new Map(files).set(name, bytes)), `${name} at ${at}`).not.toEqual([])
    }
  }
})

test('a missing and an added file are found', () => {
  for (const name of files.keys()) expect(problems(changed(name, null)), name).not.toEqual([])
  expect(problems(changed('extra.txt', () => 'text'))).toEqual(['extra.txt is not in manifest.json.'])
})

test('a changed number is found even if its file is hashed and signed again', () => {
  const forged = changed(
    'snapshot.json',
    (text) => text.replace('"mention_rate_pct":60', '"mention_rate_pct":80'),
    true,
  )
  expect(problems(forged)).toContainEqual(expect.stringContaining('is 80 in the report and 60 recomputed'))
})

test('a changed text is found even if its file is hashed and signed again', () => {
  const forged = changed(answers, (text) => text.replace('Quilmar is a great', 'Zorvex is a great'), true)
  expect(problems(forged)).toContainEqual(expect.stringContaining('does not give the facts'))
})

test('changed facts are found even if their file is hashed and signed again', () => {
  const forged = changed(answers, (text) => text.replace('"ranks":[1,2]', '"ranks":[2,1]'), true)
  expect(problems(forged)).toContainEqual(expect.stringContaining('does not give the facts'))
})

test('a removed and a repeated answer are found even if the file is hashed and signed again', () => {
  const removed = changed(answers, (text) => text.slice(text.indexOf('\n') + 1), true)
  expect(problems(removed)).toContainEqual('Zorvex: answers is 5 in the report and 4 recomputed.')
  const repeated = changed(answers, (text) => text.slice(0, text.indexOf('\n') + 1) + text, true)
  expect(problems(repeated)).toContainEqual(expect.stringContaining('is contained twice'))
})

test('a report that is consistent but signed with another key fails against the expected key only', async () => {
  const { fingerprint } = await owner.ok('GET /.well-known/report-key.json')
  const copied = changed('report.json', (text) => text, true)
  expect(problems(copied)).toEqual([])
  expect(problems(copied, fingerprint)).toHaveLength(1)
})

test('names, sentiments and texts that change later do not change the numbers of a new download', async () => {
  const other = await createReportedBrand(service)
  const early: Json = await createReport(other)
  await other.owner.ok(`POST /api/reports/${early.id}/publish`)
  await other.owner.ok(`POST /api/brands/${other.brand.id}/competitors`, { name: 'cushioning' })
  await service.work()
  const { id } = await service.base.db
    .selectFrom('answers')
    .select('id')
    .where('brand_id', '=', other.brand.id)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await service.base.db
    .deleteFrom('answer_texts')
    .where('brand_id', '=', other.brand.id)
    .where('answer_id', '=', id)
    .execute()
  const reply = await other.owner.call(`GET /api/reports/${early.id}/sealed`)
  const path = join(folder, 'later.tar.zst')
  writeFileSync(path, reply.bytes)
  const result = verifySeal(await readSeal(path), null)
  expect(result.problems).toEqual([])
  expect(result.answers).toEqual({ parsed: 4, withoutText: 1, givenSentiments: 1 })
})

test('a draft cannot be sealed, and another organization cannot download a report', async () => {
  const draft = await createReport(zorvex)
  expect((await owner.call(`GET /api/reports/${draft.id}/sealed`)).status).toBe(409)
  const other = await service.signUp()
  expect((await other.call(`GET /api/reports/${report.id}/sealed`)).status).toBe(404)
  expect((await other.call('GET /api/reports/x/sealed')).status).toBe(404)
})

test('a download is recorded in the audit log', async () => {
  const { items } = await owner.ok('GET /api/audit-log')
  expect(items.map(({ kind }: Json) => kind)).toContain('report.downloaded')
})

test('the command prints every number, and exits with 1 for a changed or unreadable file', async () => {
  const verify = (path: string) => runHere(['verify', path])
  const valid = await verify(file)
  expect(valid.stderr).toBe('')
  expect(valid.code).toBe(0)
  expect(valid.stdout).toMatch(/Zorvex: mention rate +60 +60 {2}equal/)
  expect(valid.stdout).toContain('All 41 numbers are equal.')
  const bad = join(folder, 'bad.tar.zst')
  writeFileSync(bad, sealed.subarray(0, sealed.length / 2))
  const cut = await verify(bad)
  expect(cut.code).toBe(1)
  expect(cut.stderr).toContain('cannot be read as a sealed report')
  writeFileSync(bad, zstdCompressSync(Buffer.alloc(1024)))
  const empty = await verify(bad)
  expect(empty.code).toBe(1)
  expect(empty.stdout).toContain('manifest.json is missing.')
})
