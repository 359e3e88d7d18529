/** `npm run check`: everything that can be said of the code without running it, in seconds and without a database. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'
import { findImportProblems } from './import-rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

type Verdict = { ok: boolean; output: string }

const checks: Record<string, () => Promise<Verdict>> = {
  'format and lint': () =>
    node('node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '--error-on-warnings', '.'),
  types: () => node('node_modules/typescript/bin/tsc', '--project', '.'),
  ...(existsSync(`${root}/web/tsconfig.json`) && {
    'types of the dashboard': () => node('node_modules/typescript/bin/tsc', '--project', 'web'),
  }),
  'unused code': () => node('node_modules/knip/bin/knip.js', '--no-progress'),
  'who imports whom': async () => {
    const problems = findImportProblems(root)
    return { ok: problems.length === 0, output: problems.join('\n') }
  },
  'generated documents': () => node('scripts/generate.ts', '--check'),
}

const verdicts = await Promise.all(Object.entries(checks).map(([name, check]) => report(name, check)))
if (verdicts.some((ok) => !ok)) process.exitCode = 1

async function report(name: string, check: () => Promise<Verdict>): Promise<boolean> {
  const startedMs = performance.now()
  const { ok, output } = await check()
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
  const word = ok ? styleText('green', 'ok  ') : styleText('red', 'FAIL')
  console.log(`${word} ${name} (${seconds} s)`)
  if (!ok) console.log(`${output.trim()}\n`)
  return ok
}

/** Runs a program of the project with this Node. */
function node(file: string, ...args: string[]): Promise<Verdict> {
  const { promise, resolve, reject } = Promise.withResolvers<Verdict>()
  const child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  child.stderr.on('data', (part: Buffer) => parts.push(part))
  child.on('error', reject)
  child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(parts).toString() }))
  return promise
}
