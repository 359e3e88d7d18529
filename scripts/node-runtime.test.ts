import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = mkdtempSync(join(tmpdir(), 'node-runtime-'))
const name = 'node-of-a-test'
const version = '24.0.0'
const tarball = createPackage()
const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`

/** A minimal npm registry. With `onDownload`, downloads start and never finish. */
let onDownload: (() => void) | undefined
let requests = 0
const registry = createServer((request, response) => {
  requests += 1
  if (request.url === `/${name}`) {
    const dist = { tarball: `http://${request.headers.host}/${name}.tgz`, integrity }
    const versions = { [version]: { name, version, bin: { node: 'bin/node' }, dist } }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }))
  } else if (onDownload) {
    response.write(tarball.subarray(0, 10))
    onDownload()
  } else response.end(tarball)
})
const port = await new Promise<number>((resolve) => {
  registry.listen(0, '127.0.0.1', () => {
    const address = registry.address()
    resolve(typeof address === 'object' && address ? address.port : 0)
  })
})

const started = new Set<ChildProcess>()
afterAll(() => {
  for (const child of started) endGroup(child)
  registry.closeAllConnections()
  registry.close()
  rmSync(root, { recursive: true, force: true })
})

/** Creates an npm package with a script in place of Node. */
function createPackage(): Buffer {
  const folder = join(root, 'package')
  for (const part of ['bin', 'include', 'share']) mkdirSync(join(folder, part), { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, bin: { node: 'bin/node' } }))
  writeFileSync(join(folder, 'bin/node'), `#!/bin/sh\necho v${version}\n`, { mode: 0o755 })
  writeFileSync(join(folder, 'include/node.h'), '')
  execFileSync('tar', ['-czf', join(root, 'package.tgz'), '-C', root, 'package'])
  return readFileSync(join(root, 'package.tgz'))
}

/** Runs in another process, because it waits for npm, which queries the registry of this process. */
function provide(runtime: string, pinned: { integrity?: string } = {}) {
  const module = JSON.stringify(new URL('./node-runtime.mjs', import.meta.url).href)
  const input = JSON.stringify({ name, version, integrity, ...pinned })
  const code = `const { provideNodeIn } = await import(${module})
    try { console.log(provideNodeIn(${JSON.stringify(runtime)}, ${input})) } catch (error) { console.log(error.message); process.exitCode = 1 }`
  const { npm_execpath: _, ...env } = process.env
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...env,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: join(root, 'cache'),
      npm_config_fetch_retries: '0',
    },
  })
  started.add(child)
  const lines: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(text))
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output: lines.join('').trim() }))
  })
  return { child, ended }
}

function endGroup(child: ChildProcess): void {
  if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
}

test('the pinned Node is downloaded through npm, tested, and then found without the network', async () => {
  const runtime = join(root, 'fetched')
  const expected = { code: 0, output: join(runtime, `${name}-${version}`, 'bin/node') }
  expect(await provide(runtime).ended).toEqual(expected)
  expect(execFileSync(expected.output, { encoding: 'utf8' })).toBe(`v${version}\n`)
  expect(readdirSync(runtime)).toEqual([`${name}-${version}`])
  expect(existsSync(join(runtime, `${name}-${version}`, 'include'))).toBe(false)
  const before = requests
  expect(await provide(runtime).ended).toEqual(expected)
  expect(requests).toBe(before)
})

test('a package with another digest is rejected and leaves no files', async () => {
  const runtime = join(root, 'refused')
  const { code, output } = await provide(runtime, { integrity: `sha512-${'A'.repeat(86)}==` }).ended
  expect(code).toBe(1)
  expect(output).toContain(`Fetching ${name}@${version} failed`)
  expect(output).toContain('EINTEGRITY')
  expect(readdirSync(runtime)).toEqual([])
})

test('an interrupted download is never used', async () => {
  const runtime = join(root, 'interrupted')
  rmSync(join(root, 'cache'), { recursive: true, force: true })
  const downloading = new Promise<void>((resolve) => {
    onDownload = resolve
  })
  const { child, ended } = provide(runtime)
  await downloading
  endGroup(child)
  await ended
  onDownload = undefined
  expect(readdirSync(runtime).filter((each) => each.startsWith(name))).toEqual([])
  expect(await provide(runtime).ended).toEqual({
    code: 0,
    output: join(runtime, `${name}-${version}`, 'bin/node'),
  })
})
