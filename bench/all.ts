/**
 * `npm run bench`: runs all benchmarks in sequence and prints one table of their figures at the end. Each benchmark runs in
 * its own process, so that none warms up another.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { tableHeader } from './report.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const notBenchmarks = [basename(import.meta.url), 'report.ts', 'service.ts']
const rows: string[] = []

for (const file of readdirSync(folder).filter(
  (name) => name.endsWith('.ts') && !notBenchmarks.includes(name),
)) {
  console.log(`\n${file}`)
  const child = spawn(process.execPath, [...process.execArgv, `${folder}${file}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    console.log(line)
    if (line.startsWith('| ')) rows.push(line)
  })
  const [status] = await once(child, 'close')
  if (status !== 0) process.exitCode = 1
}
console.log(
  `\n${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}\n\n${[tableHeader, ...rows].join('\n')}`,
)
