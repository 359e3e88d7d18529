/** `npm run check`: static checks of the source, without a database. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'
import { checkAdvisories } from './advisories.ts'
import { findCatalogProblems } from './catalogs.ts'
import { findImportProblems } from './import-rules.ts'
import { findSlowExpressions } from './regular-expressions.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** `note`: what a passed check could not look at. */
type CheckResult = { ok: boolean; output: string; note?: string }

/** Slowest first. */
const checks: Record<string, () => Promise<CheckResult>> = {
  types: typeCheck,
  'unused code': () => runNode(['node_modules/knip/bin/knip.js', '--no-progress']),
  'format and lint': () =>
    runNode(['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '--error-on-warnings', '.']),
  'generated documents': () => runNode(['scripts/generate.ts', '--check']),
  imports: async () => {
    const problems = findImportProblems(root)
    return { ok: problems.length === 0, output: problems.join('\n') }
  },
  'regular expressions': async () => {
    const slow = await findSlowExpressions(root)
    return { ok: slow.length === 0, output: slow.join('\n') }
  },
  texts: async () => {
    const problems = findCatalogProblems(root)
    return { ok: problems.length === 0, output: problems.join('\n') }
  },
  advisories: async () => {
    const checked = await checkAdvisories(root)
    if (checked.outcome === 'found') return { ok: false, output: checked.packages.join('\n') }
    return checked.outcome === 'clean'
      ? { ok: true, output: '' }
      : { ok: true, output: '', note: `not checked: ${checked.reason}` }
  },
}

const results = await Promise.all(Object.entries(checks).map(([name, check]) => report(name, check)))
if (results.some((ok) => !ok)) process.exitCode = 1

async function report(name: string, check: () => Promise<CheckResult>): Promise<boolean> {
  const startedMs = performance.now()
  const { ok, output, note } = await check()
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
  const word = ok ? styleText('green', 'ok  ') : styleText('red', 'FAIL')
  console.log(`${word} ${name} (${seconds} s)${note === undefined ? '' : `, ${note}`}`)
  if (!ok) console.log(`${output.trim()}\n`)
  return ok
}

/**
 * Uses one checker instead of four and no garbage collection, which takes a third of the CPU time and less memory: every
 * checker builds the shared types again, and the compiler exits before garbage collection pays off.
 */
function typeCheck(): Promise<CheckResult> {
  return runNode(['node_modules/typescript/bin/tsc', '--checkers', '2'], { GOGC: 'off', GOMEMLIMIT: '3GiB' })
}

/** Runs a script of the project with this version of Node. */
function runNode(args: string[], env: Record<string, string> = {}): Promise<CheckResult> {
  const { promise, resolve, reject } = Promise.withResolvers<CheckResult>()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.on('error', reject)
  child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString() }))
  return promise
}
