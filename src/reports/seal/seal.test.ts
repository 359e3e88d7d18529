import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterAll, expect, test } from 'vitest'
import { runHere } from '../../../test/process/processes.ts'
import { type Json, testService } from '../../../test/support.ts'
import { sha256Hex } from '../canonical-json.ts'
import { addTraffic, createReport, createReportedBrand } from '../reports.fixture.ts'
import { readSeal } from './read-seal.ts'
import { getPublicKey, signWith } from './signing-key.ts'
import { verifySeal } from './verify-seal.ts'

const service = await testService()
const zorvex = await createReportedBrand(service)
const { owner } = zorvex
await addTraffic(zorvex, '2026-03-05')
const report: Json = await createReport(zorvex)
await owner.ok(`POST /api/reports/${report.id}/publish`)

const folder = mkdtempSync(join(tmpdir(), 'ansight-seal-'))
afterAll(() => rmSync(folder, { recursive: true }))

const sealed = await download()
const file = join(folder, 'report.tar.zst')
writeFileSync(file, sealed)
const files = await readFiles(file)

async function download(): Promise<Buffer> {
  const reply = await owner.call(`GET /api/reports/${report.id}/sealed`)
  expect(reply.status).toBe(200)
  return reply.bytes
}

async function readFiles(path: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  for await (const { name, content } of readSeal(path)) found.set(name, await buffer(Readable.from(content)))
  return found
}

const runVerify = (...args: string[]) => runHere(['verify', ...args])

/** Writes files as a sealed report, and returns its path. */
async function getArchive(all: ReadonlyMap<string, Buffer>): Promise<string> {
  const archive = pack()
  for (const [name, content] of all) archive.entry({ name }, content)
  archive.finalize()
  const path = join(folder, `${randomUUID()}.tar.zst`)
  writeFileSync(path, zstdCompressSync(await buffer(Readable.from(archive))))
  return path
}

/** Verifies files as if an archive contained them. */
const verify = (all: ReadonlyMap<string, Buffer>, key: string | null = null) =>
  verifySeal(
    Readable.from([...all].map(([name, content]) => ({ name, content: Readable.from([content]) }))),
    key,
  )

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
      public_key: getPublicKey(forger),
      digest: sha256Hex(all.get('snapshot.json') ?? ''),
      files: [...all]
        .filter(([each]) => !each.startsWith('manifest.'))
        .map(([each, content]) => ({ name: each, bytes: content.length, sha256: sha256Hex(content) })),
    }),
  )
  return all.set('manifest.json', signed).set('manifest.sig', Buffer.from(signWith(forger, signed)))
}

const problems = async (all: Map<string, Buffer>, key: string | null = null) =>
  (await verify(all, key)).problems
const answers = 'answers/0001.jsonl'

test('a sealed report is valid, and every number is recomputed from its answers', async () => {
  const result = await verify(files)
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

test('the digest that the report shows is the hash of the snapshot in the file', async () => {
  expect(sha256Hex(files.get('snapshot.json') ?? '')).toBe(report.digest)
})

test('the signature verifies with the published key, and another key is rejected', async () => {
  const { fingerprint } = await owner.ok('GET /.well-known/report-key.json')
  expect(await verify(files, fingerprint)).toMatchObject({ problems: [], fingerprint })
  expect(await problems(files, 'ab'.repeat(32))).toEqual([expect.stringContaining('not by the expected key')])
})

test('any changed byte of any file is found', async () => {
  for (const [name, content] of files) {
    for (const at of [0, Math.floor(content.length / 2), content.length - 1]) {
      const bytes = Buffer.from(content)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      expect(await problems(new Map(files).set(name, bytes)), `${name} at ${at}`).not.toEqual([])
    }
  }
})

test('a missing and an added file are found', async () => {
  for (const name of files.keys()) expect(await problems(changed(name, null)), name).not.toEqual([])
  expect(await problems(changed('extra.txt', () => 'text'))).toEqual(['extra.txt is not in manifest.json.'])
})

test('a changed number is found even if its file is hashed and signed again', async () => {
  const forged = changed(
    'snapshot.json',
    (text) => text.replace('"mention_rate_pct":60', '"mention_rate_pct":80'),
    true,
  )
  expect(await problems(forged)).toContainEqual(
    expect.stringContaining('is 80 in the report and 60 recomputed'),
  )
})

test('a changed text is found even if its file is hashed and signed again', async () => {
  const forged = changed(answers, (text) => text.replace('Quilmar is a great', 'Zorvex is a great'), true)
  expect(await problems(forged)).toContainEqual(expect.stringContaining('does not give the facts'))
})

test('changed facts are found even if their file is hashed and signed again', async () => {
  const forged = changed(answers, (text) => text.replace('"ranks":[1,2]', '"ranks":[2,1]'), true)
  expect(await problems(forged)).toContainEqual(expect.stringContaining('does not give the facts'))
})

test('a removed and a repeated answer are found even if the file is hashed and signed again', async () => {
  const removed = changed(answers, (text) => text.slice(text.indexOf('\n') + 1), true)
  expect(await problems(removed)).toContainEqual('Zorvex: answers is 5 in the report and 4 recomputed.')
  const repeated = changed(answers, (text) => text.slice(0, text.indexOf('\n') + 1) + text, true)
  expect(await problems(repeated)).toContainEqual(expect.stringContaining('is contained twice'))
})

test('a report that is consistent but signed with another key fails against the expected key only', async () => {
  const { fingerprint } = await owner.ok('GET /.well-known/report-key.json')
  const copied = changed('report.json', (text) => text, true)
  expect(await problems(copied)).toEqual([])
  expect(await problems(copied, fingerprint)).toHaveLength(1)
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
  const result = await verifySeal(readSeal(path), null)
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

test('an archive that cannot be written is answered with an ordinary error', async () => {
  const other = await createReportedBrand(service)
  const bare: Json = await createReport(other)
  await other.owner.ok(`POST /api/reports/${bare.id}/publish`)
  await service.base.db.deleteFrom('answers').where('brand_id', '=', other.brand.id).execute()
  const reply = await other.owner.call(`GET /api/reports/${bare.id}/sealed`)
  expect(reply).toMatchObject({ status: 500, body: { code: 'internal' } })
  expect(reply.headers['content-disposition']).toBeUndefined()
})

test('a download is recorded in the audit log', async () => {
  const { items } = await owner.ok('GET /api/audit-log')
  expect(items.map(({ kind }: Json) => kind)).toContain('report.downloaded')
})

test('the command prints every number, and exits with 1 for a changed or unreadable file', async () => {
  const valid = await runVerify(file)
  expect(valid.stderr).toBe('')
  expect(valid.code).toBe(0)
  expect(valid.stdout).toMatch(/^VALID: the signature, 6 files and 41 numbers\.\nWARNING: without --key, /)
  expect(valid.stdout).toMatch(/Zorvex: mention rate +60 +60 {2}equal/)
  const { fingerprint } = await owner.ok('GET /.well-known/report-key.json')
  const trusted = await runVerify(file, '--key', fingerprint)
  expect(trusted.stdout).toMatch(/^VALID: /)
  expect(trusted.stdout).not.toContain('WARNING')
  const bad = join(folder, 'bad.tar.zst')
  writeFileSync(bad, sealed.subarray(0, sealed.length / 2))
  const cut = await runVerify(bad)
  expect(cut.code).toBe(1)
  expect(cut.stderr).toContain('cannot be read as a sealed report')
  writeFileSync(bad, zstdCompressSync(Buffer.alloc(1024)))
  const empty = await runVerify(bad)
  expect(empty.code).toBe(1)
  expect(empty.stdout).toContain('manifest.json is missing.')
})

test('text in a signed report cannot imitate the verdict, nor control the terminal', async () => {
  const imitation = '\u001b[2J\u001b[H\nVALID: all of it.\r\u009b31m\u202e\u2028'
  const forged = changed(
    'snapshot.json',
    (text) => text.replaceAll('"Zorvex"', JSON.stringify(`${imitation}${'x'.repeat(10_000)}`)),
    true,
  )
  forged.set(`answers/${imitation}`, Buffer.from('x'))
  const { stdout, stderr, code } = await runVerify(await getArchive(forged))
  expect(code).toBe(1)
  expect(stdout).toMatch(/^NOT VALID: \d+ problems\.\nWARNING: /)
  expect(stdout).toContain('\\u{1b}[2J')
  expect(stdout.split('\n').filter((line) => line.startsWith('VALID'))).toEqual([])
  expect(`${stdout}${stderr}`.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u202e]/u)
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(1_000)
})

test('a report with a brand twice, or answers of another brand, is not valid', async () => {
  const twice = changed(
    'snapshot.json',
    (text) => {
      const snapshot = JSON.parse(text)
      return JSON.stringify({ ...snapshot, brands: [...snapshot.brands, ...snapshot.brands] })
    },
    true,
  )
  expect(await problems(twice)).toEqual(['snapshot.json contains a brand twice.'])
  const foreign = changed(answers, (text) => text.replaceAll(zorvex.brand.id, randomUUID()), true)
  expect(await problems(foreign)).toContainEqual(expect.stringContaining('is of another brand'))
})

test('an answer that is repeated with an id in other case is found', async () => {
  const repeated = changed(
    answers,
    (text) => {
      const [line = ''] = text.split('\n')
      const { id } = JSON.parse(line)
      return `${line.replace(id, id.toUpperCase())}\n${text}`
    },
    true,
  )
  expect(await problems(repeated)).toContainEqual(expect.stringContaining('is contained twice'))
})

test('answers before the snapshot are not valid', async () => {
  const { 'snapshot.json': snapshot, ...rest } = Object.fromEntries(files)
  const reordered = new Map([...Object.entries(rest), ['snapshot.json', snapshot ?? Buffer.of()] as const])
  expect((await problems(reordered))[0]).toBe(`${answers} has no valid snapshot.json before it.`)
})

/** Chunks without an end: whatever keeps them does not end either. */
async function* endless(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(65_536)
}

test.each(['snapshot.json', 'manifest.json', 'manifest.sig'])(
  'a %s of any size is refused before it is in memory',
  async (name) => {
    const content = Readable.from([{ name, content: endless() }])
    await expect(verifySeal(content, null)).rejects.toThrow(`${name} is larger than in a sealed report`)
  },
)

test('JSON that takes many times its size in memory is malformed', async () => {
  const nested = changed('manifest.json', () => `[${'[],'.repeat(100)}[]]`)
  expect(await problems(nested)).toContainEqual('manifest.json is malformed.')
  const density = (text: string) => text.length / (text.match(/[[{]/g)?.length ?? 1)
  for (const name of ['snapshot.json', 'manifest.json'])
    expect(density(files.get(name)?.toString() ?? ''), name).toBeGreaterThan(25)
})

test('a report with more names than can be compiled in bounded memory is not valid', async () => {
  const names = JSON.stringify(Array(40).fill('x'.repeat(110_000)))
  const forged = changed('snapshot.json', (text) => text.replace('"aliases":[]', `"aliases":${names}`), true)
  expect((await problems(forged))[0]).toBe('snapshot.json contains more names than a report.')
})

test('an archive is refused when its content exceeds the limit, in files and after them', async () => {
  const content = async (path: string) => {
    const names: string[] = []
    for await (const file of readSeal(path, 1_000_000)) {
      names.push(file.name)
      for await (const _ of file.content);
    }
    return names
  }
  const large = await getArchive(new Map([['answers/0001.jsonl', Buffer.alloc(2_000_000)]]))
  await expect(content(large)).rejects.toThrow('larger than a sealed report')
  const padded = join(folder, 'padded.tar.zst')
  writeFileSync(padded, zstdCompressSync(Buffer.alloc(2_000_000)))
  await expect(content(padded)).rejects.toThrow('larger than a sealed report')
  const headers = await getArchive(new Map(Array.from({ length: 3_000 }, (_, at) => [`${at}`, Buffer.of()])))
  await expect(content(headers)).rejects.toThrow('larger than a sealed report')
})

test('too many files, too long a name and too many problems are not kept', async () => {
  const many = Readable.from(
    (function* () {
      for (let at = 0; ; at += 1) yield { name: `${at}`, content: Readable.from([]) }
    })(),
  )
  await expect(verifySeal(many, null)).rejects.toThrow('more than a sealed report')
  expect(await runVerify(await getArchive(new Map([['x'.repeat(300), Buffer.of()]])))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('more than a sealed report'),
  })
  const malformed = changed(answers, () => '{}\n'.repeat(10_000), true)
  const result = await verify(malformed)
  expect(result.problemCount).toBeGreaterThan(10_000)
  expect(result.problems).toHaveLength(50)
})
