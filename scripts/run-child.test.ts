import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'run-child-'))
const launchers = new Set<ChildProcess>()
afterAll(() => {
  for (const process of launchers) process.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

const moduleUrl = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

const child = join(folder, 'child.mjs')
writeFileSync(
  child,
  `import { createInterface } from 'node:readline'
  import { onLauncherExit } from ${moduleUrl('../src/core/command.ts')}
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => console.log(signal))
  onLauncherExit(() => { console.log('launcher gone'); process.exit() })
  createInterface({ input: process.stdin }).on('line', (line) => {
    if (line === 'die') process.kill(process.pid, 'SIGKILL')
    else process.exit(Number(line))
  })
  console.log('ready', process.argv.slice(2).join('|'))`,
)

/** Starts a launcher that runs the child. `next` resolves with the next line of the child's output. */
function launch() {
  const code = `const { runChild } = await import(${moduleUrl('./run-child.mjs')}); runChild(process.execPath, ${JSON.stringify([child, 'a b', '--c'])}, { repeatWindowMs: 3_600_000 })`
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  launchers.add(launcher)
  const lines = createInterface({ input: launcher.stdout })[Symbol.asyncIterator]()
  const ended = new Promise((resolve) => launcher.once('exit', (status, signal) => resolve(signal ?? status)))
  const next = async () => (await lines.next()).value
  return { launcher, next, say: (line: string) => launcher.stdin.write(`${line}\n`), ended }
}

test('passes arguments, streams and the exit code through', async () => {
  const { next, say, ended } = launch()
  expect(await next()).toBe('ready a b|--c')
  say('7')
  expect(await ended).toBe(7)
})

test('exits by the same signal as its child', async () => {
  const { next, say, ended } = launch()
  await next()
  say('die')
  expect(await ended).toBe('SIGKILL')
})

test('forwards a repeated signal once', async () => {
  const { launcher, next, say, ended } = launch()
  await next()
  launcher.kill('SIGINT')
  expect(await next()).toBe('SIGINT')
  launcher.kill('SIGINT')
  launcher.kill('SIGTERM')
  expect(await next()).toBe('SIGTERM')
  launcher.kill('SIGHUP')
  expect(await next()).toBe('SIGHUP')
  say('0')
  expect(await ended).toBe(0)
  expect(await next()).toBeUndefined()
})

test('the child learns that its launcher was killed with SIGKILL', async () => {
  const { launcher, next } = launch()
  await next()
  launcher.kill('SIGKILL')
  expect(await next()).toBe('launcher gone')
  expect(await next()).toBeUndefined()
})
