/** Measures the startup time (first and later starts), the idle memory of the Node process and the size of the browser assets. */

import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { quantile, report } from './report.ts'
import { createDataDir, residentMb, type Service, startService } from './service.ts'

const rounds = 5
const idleMs = 5_000

const dataDir = await createDataDir()
try {
  const first = await healthyAfter()
  await first.service.end()
  report({
    what: 'First start to healthy, with a new embedded database',
    measured: `${(first.ms / 1000).toFixed(2)} s`,
    budget: { text: '≤ 4 s', isMet: first.ms <= 4_000 },
  })
  const times: number[] = []
  let memoryMb = 0
  for (let round = 0; round < rounds; round += 1) {
    const { ms, service } = await healthyAfter()
    times.push(ms)
    if (round === rounds - 1) {
      await sleep(idleMs)
      memoryMb = residentMb(service)
    }
    await service.end()
  }
  report({
    what: `Start to healthy, median of ${rounds}`,
    measured: `${(quantile(times, 0.5) / 1000).toFixed(2)} s`,
    budget: { text: '≤ 1.5 s', isMet: quantile(times, 0.5) <= 1_500 },
  })
  report({
    what: 'Idle memory of the Node process, five seconds after the start',
    measured: `${memoryMb} MB`,
    budget: { text: '≤ 180 MB', isMet: memoryMb <= 180 },
  })
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

const file = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)))
const pixelBytes = gzipSync(file('../pixel/t.js')).byteLength
report({
  what: 'Tracking script, compressed',
  measured: `${pixelBytes} bytes`,
  budget: { text: '≤ 1 KB', isMet: pixelBytes <= 1_024 },
})
const firstLoadKb = firstLoadScripts().reduce((sum, script) => sum + gzipSync(script).byteLength, 0) / 1_000
report({
  what: "The dashboard's first-load scripts, compressed",
  measured: `${firstLoadKb.toFixed(0)} KB`,
  budget: { text: '≤ 200 KB', isMet: firstLoadKb <= 200 },
})

async function healthyAfter(): Promise<{ ms: number; service: Service }> {
  const startedMs = performance.now()
  const service = await startService({}, dataDir)
  const response = await fetch(`${service.url}/api/health`)
  if (!response.ok) throw new Error(`/api/health answered ${response.status}`)
  return { ms: performance.now() - startedMs, service }
}

/** Returns the scripts that index.html loads and preloads. */
function firstLoadScripts(): Buffer[] {
  const page = file('../web/dist/index.html').toString()
  const names = new Set([...page.matchAll(/assets\/([\w.-]+\.js)/g)].map(([, name]) => name))
  const assets = fileURLToPath(new URL('../web/dist/assets/', import.meta.url))
  return readdirSync(assets)
    .filter((name) => names.has(name))
    .map((name) => readFileSync(`${assets}${name}`))
}
