import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = mkdtempSync(join(tmpdir(), 'launch-'))
afterAll(() => rmSync(root, { recursive: true }))

const source = dirname(fileURLToPath(import.meta.url))
let count = 0

/** Creates a project with these scripts and dependencies, a command line that prints how it was called, and a one-line dashboard. */
function makeProject(): string {
  const project = join(root, String(++count))
  for (const folder of ['scripts', 'src', 'vocabulary', 'web'])
    mkdirSync(join(project, folder), { recursive: true })
  for (const name of readdirSync(source).filter((each) => each.endsWith('.mjs')))
    cpSync(join(source, name), join(project, 'scripts', name))
  symlinkSync(join(source, '..', 'node_modules'), join(project, 'node_modules'))
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(project, 'package-lock.json'), '{}')
  writeFileSync(
    join(project, 'src/cli.ts'),
    'const call: unknown = { args: process.argv.slice(2), main: import.meta.main, major: process.versions.node, flags: process.execArgv }\nconsole.log(JSON.stringify(call))\nprocess.exitCode = 3\n',
  )
  writeFileSync(join(project, 'web/vite.config.ts'), 'export default {}\n')
  writeFileSync(
    join(project, 'web/index.html'),
    '<!doctype html><title>Dashboard</title><script type="module" src="/main.ts"></script>',
  )
  writeFileSync(join(project, 'web/main.ts'), 'document.title = "one" as string')
  return project
}

type Ended = { code: number; out: string; err: string }

function run(project: string, script: string, args: string[], node = process.execPath): Promise<Ended> {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  return new Promise((resolve) => {
    execFile(node, [join(project, 'scripts', script), ...args], { cwd: root, env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })
}

const built = (project: string) =>
  readdirSync(join(project, 'web/dist/assets'))
    .map((name) => readFileSync(join(project, 'web/dist/assets', name), 'utf8'))
    .join()

/** One processor is left to the main thread. */
const threads = Math.max(1, Math.min(4, availableParallelism() - 1))
const flags = process.platform === 'win32' ? [] : [`--v8-pool-size=${threads}`, '--expose-gc']

test('a file runs as the main module, with its arguments and its exit code', async () => {
  const { code, out } = await run(makeProject(), 'launch.mjs', ['src/cli.ts', 'read', '--x', 'a b'])
  expect(JSON.parse(out)).toEqual({
    args: ['read', '--x', 'a b'],
    main: true,
    major: process.versions.node,
    flags,
  })
  expect(code).toBe(3)
})

test('the ansight command runs the command line', async () => {
  const { code, out } = await run(makeProject(), 'ansight.mjs', ['doctor'])
  expect(JSON.parse(out)).toMatchObject({ args: ['doctor'] })
  expect(code).toBe(3)
})

const older = ['/usr/bin/node', '/usr/local/bin/node'].find((file) => existsSync(file))

test('an older Node starts the downloaded one without using the network', async ({ skip }) => {
  const version =
    older &&
    (await new Promise<string>((resolve) => execFile(older, ['--version'], (_, out) => resolve(out))))
  if (!older || !version || Number(/^v(\d+)/.exec(version)?.[1]) >= 24)
    return skip('no older Node is installed')
  const project = makeProject()
  const pinned = /name: '(node-[a-z0-9-]+)',\s*version: '([\d.]+)'/.exec(packageText(project)) ?? []
  const place = join(project, '.runtime', `${pinned[1]}-${pinned[2]}`, 'bin')
  mkdirSync(place, { recursive: true })
  symlinkSync(process.execPath, join(place, 'node'))
  const { code, out } = await run(project, 'launch.mjs', ['src/cli.ts', 'read'], older)
  expect(JSON.parse(out)).toEqual({ args: ['read'], main: true, major: process.versions.node, flags })
  expect(code).toBe(3)
})

/** Returns the part of the table that names the package of this platform. */
function packageText(project: string): string {
  const text = readFileSync(join(project, 'scripts/node-runtime.mjs'), 'utf8')
  return text.slice(text.indexOf(`'${process.platform}-${process.arch}'`))
}

test('the dashboard is built when it is missing, and again only when its sources have changed', async () => {
  const project = makeProject()
  // Processes that start at the same time all find a dashboard.
  const first = await Promise.all([1, 2].map(() => run(project, 'prepare.mjs', [])))
  expect(first.map(({ code }) => code)).toEqual([0, 0])
  expect(first[0]?.err).toBe('ansight: building the dashboard\n')
  expect(built(project)).toContain('one')
  const { mtimeMs } = statSync(join(project, 'web/dist'))
  expect(await run(project, 'prepare.mjs', [])).toMatchObject({ code: 0, err: '' })
  expect((await run(project, 'launch.mjs', ['src/cli.ts', 'start'])).err).toBe('')
  expect(statSync(join(project, 'web/dist')).mtimeMs).toBe(mtimeMs)
  writeFileSync(join(project, 'web/main.ts'), 'document.title = "two" as string')
  expect((await run(project, 'launch.mjs', ['src/cli.ts', 'read'])).err).toBe('')
  expect((await run(project, 'launch.mjs', ['src/cli.ts', 'start'])).err).toBe(
    'ansight: building the dashboard\n',
  )
  expect(built(project)).toContain('two')
  expect(readdirSync(join(project, '.runtime'))).toEqual(['compile-cache'])

  // A failed build prevents the start and keeps the previous dashboard.
  writeFileSync(join(project, 'web/main.ts'), 'import "./absent.ts"')
  const failed = await run(project, 'launch.mjs', ['src/cli.ts', 'start'])
  expect(failed).toMatchObject({ code: 1, out: '' })
  expect(failed.err).toContain('ansight: The dashboard could not be built.')
  expect(failed.err).toContain('absent.ts')
  expect(built(project)).toContain('two')
})

test("a project without the dashboard's sources builds nothing", async () => {
  const project = makeProject()
  rmSync(join(project, 'web/vite.config.ts'))
  expect(await run(project, 'prepare.mjs', [])).toMatchObject({ code: 0, err: '' })
  expect(existsSync(join(project, 'web/dist'))).toBe(false)
})
