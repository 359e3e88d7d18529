import { existsSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataFolder } from './databases.ts'
import { run, runHere, start } from './processes.ts'

const acme = { id: 'acme', name: 'Acme', aliases: [], domain: 'acme.com' }
const line = (id: string, answer_markdown: string) =>
  JSON.stringify({ id, answer_markdown, citations: [{ url: 'https://acme.com/shoes' }], entities: [acme] })

test('every command of the overview shows its usage', async () => {
  const { stdout } = await runHere(['--help'])
  const names = [...stdout.matchAll(/^ {2}(\S+(?: \S+)?) {2}/gm)].map(([, name = '']) => name)
  expect(names).toEqual(expect.arrayContaining(['start', 'user create', 'backup', 'backup verify', 'verify']))
  for (const name of names) {
    const ended = await runHere([...name.split(' '), '--help'])
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toContain(`Usage: ansight ${name}`)
  }
})

test.each([
  ['frobnicate', 'frobnicate'],
  ['constructor', 'constructor'],
  ['start --fast', '--fast'],
  ['user create --email a@b.com', '--name'],
  ['plan set --organization acme', '--plan'],
  ['plan set --organization acme --plan gold', 'starter'],
  ['key create --name mine', '--user'],
  ['import answers.jsonl', '--brand'],
  ['export', '--brand'],
  ['read no-such-file.jsonl', 'no-such-file.jsonl'],
])('%s is rejected with one line', async (words, named) => {
  const folder = await dataFolder()
  const ended = await runHere(words.split(' '), { DATA_DIR: folder })
  expect(ended.code).toBe(1)
  expect(ended.stderr).toMatch(new RegExp(`^ansight: .*${named}.*\n$`))
  // No database was created for it.
  expect(readdirSync(folder)).toEqual([])
})

test('read converts JSON Lines from a file or standard input to JSON Lines', async () => {
  const input = `${line('one', 'Acme makes good shoes. Buy Acme.')}\n\n${line('two', 'Nobody knows.')}\n`
  const file = join(await dataFolder(), 'answers.jsonl')
  await writeFile(file, input)
  const fromFile = await runHere(['read', file])
  const fromInput = await run(['read', '-'], {}, input).ended
  expect(fromInput).toMatchObject({ code: 0, stderr: '' })
  expect(fromFile.stdout.trimEnd()).toBe(fromInput.stdout)
  const [one, two, ...more] = fromInput.stdout.split('\n').map((text) => JSON.parse(text))
  expect(more).toEqual([])
  expect(one).toMatchObject({
    id: 'one',
    entities: [{ id: 'acme', mentioned: true, count: 2, rank: 1, own_citations: 1 }],
  })
  expect(one.entities[0].spans).toEqual([
    { start: 0, end: 4 },
    { start: 27, end: 31 },
  ])
  expect(two).toMatchObject({ id: 'two', entities: [{ id: 'acme', mentioned: false, count: 0, rank: null }] })
})

test.each([
  ['{"id":', 'Line 2 is not valid JSON.'],
  ['{"id":"x","answer_markdown":5,"entities":[]}', 'Line 2: answer_markdown'],
  [' '.repeat(9_000_000), 'Line 2 is longer than 8 MB.'],
])('read stops at an invalid line and names it: %.50s', async (invalid, message) => {
  const file = join(await dataFolder(), 'answers.jsonl')
  await writeFile(file, `${line('one', 'Acme')}\n${invalid}\n${line('three', 'Acme')}\n`)
  const ended = await runHere(['read', file])
  expect(ended.code).toBe(1)
  expect(ended.stderr).toMatch(new RegExp(`^ansight: ${message}[^\n]*\n$`))
  expect(ended.stdout).toMatch(/^[^\n]+\n$/)
})

test('accounts and keys created with the service stopped or running give access to the API', async () => {
  const folder = await dataFolder()
  const ansight = async (words: string[]) => {
    const { code, stdout, stderr } = await runHere(words, { DATA_DIR: folder, LOG_LEVEL: 'warn' })
    return { code, stdout: stdout.trimEnd(), stderr }
  }
  const person = ['--name', 'Ada', '--password', 'correct horse battery']
  const first = await ansight(['user', 'create', '--email', 'ada@example.com', ...person])
  expect(first).toMatchObject({ code: 0, stderr: '' })
  const early = await ansight(['key', 'create', '--user', 'ada@example.com', '--name', 'early'])
  expect(early).toMatchObject({ code: 0, stderr: '' })
  expect(existsSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)

  const service = await start({ DATA_DIR: folder })
  const late = await ansight(['key', 'create', '--user', 'ada@example.com', '--name', 'late'])
  for (const { stdout } of [early, late]) {
    expect(stdout).toMatch(/^ans_\S+$/)
    const reply = await fetch(`${service.url}/api/v1/whoami`, {
      headers: { authorization: `Bearer ${stdout}` },
    })
    expect(reply.status).toBe(200)
    expect(await reply.json()).toMatchObject({ organization: { id: expect.any(String) } })
  }
  expect(service.stderr()).not.toContain(late.stdout)
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0 })
})
