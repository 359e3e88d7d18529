import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { tryLock } from './file-locks.ts'

const folder = mkdtempSync(join(tmpdir(), 'locks-'))
const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})
let count = 0
const newFile = () => join(folder, `${++count}.lock`)

/** Starts a process that tries to take a lock and holds it until it is killed. */
async function holder(file: string, kind: string) {
  const module = JSON.stringify(new URL('./file-locks.ts', import.meta.url).href)
  const code = `const { tryLock } = await import(${module}); console.log(tryLock(${JSON.stringify(file)}, '${kind}') ? 'got' : 'busy'); setInterval(() => {}, 1e6)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  const ended = new Promise((resolve) => child.once('close', resolve))
  const result = await new Promise<string>((resolve) =>
    child.stdout.once('data', (text) => resolve(String(text).trim())),
  )
  const kill = () => {
    child.kill('SIGKILL')
    return ended
  }
  return { result, kill }
}

test('a single lock has one holder and is free after its release', () => {
  const file = newFile()
  const first = tryLock(file, 'single')
  expect(first).toBeDefined()
  expect(tryLock(file, 'single')).toBeUndefined()
  first?.release()
  const second = tryLock(file, 'single')
  expect(second).toBeDefined()
  second?.release()
})

test('shared locks coexist and exclude an exclusive one', () => {
  const file = newFile()
  const first = tryLock(file, 'shared')
  const second = tryLock(file, 'shared')
  first?.release()
  expect(tryLock(file, 'exclusive')).toBeUndefined()
  second?.release()
  const exclusive = tryLock(file, 'exclusive')
  expect(exclusive).toBeDefined()
  expect(tryLock(file, 'shared')).toBeUndefined()
  exclusive?.release()
})

test('a lock excludes other processes and ends with its process', async () => {
  const file = newFile()
  const other = await holder(file, 'single')
  expect(other.result).toBe('got')
  expect(tryLock(file, 'single')).toBeUndefined()
  await other.kill()
  const ours = tryLock(file, 'single')
  expect(ours).toBeDefined()
  ours?.release()
})

test('exactly one of several simultaneous processes gets a single lock', async () => {
  const file = newFile()
  const holders = await Promise.all(Array.from({ length: 5 }, () => holder(file, 'single')))
  expect(holders.map(({ result }) => result).sort()).toEqual(['busy', 'busy', 'busy', 'busy', 'got'])
  await Promise.all(holders.map(({ kill }) => kill()))
})
