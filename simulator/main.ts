/** Runs the simulator as a process: `node scripts/launch.mjs simulator/main.ts --port 8100 --seed 7`. */
import { parseArgs } from 'node:util'
import { firstPartyPaths } from './first-party/first-party.ts'
import { MODELS } from './models.ts'
import { readRecordings } from './recordings.ts'
import { basePaths, startSimulator } from './simulator.ts'

/** Long enough to see progress, short enough for interactive use. */
const INTERACTIVE_LATENCY_MS = '400'

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8100' },
    seed: { type: 'string', default: '1' },
    latency: { type: 'string', default: INTERACTIVE_LATENCY_MS },
    replay: { type: 'string' },
    'webhook-secret': { type: 'string' },
  },
})

const simulator = await startSimulator({
  host: values.host,
  port: wholeNumber('port', values.port),
  seed: wholeNumber('seed', values.seed),
  latencyMs: wholeNumber('latency', values.latency),
  ...(values['webhook-secret'] !== undefined && { webhookSecret: values['webhook-secret'] }),
  ...(values.replay !== undefined && { recordings: await readRecordings(values.replay) }),
})

console.log(`Simulated engines at ${simulator.url}. Any API key is accepted:\n`)
const { compatible, cloro, brightdata, dataforseo, serpapi, ...apis } = basePaths
for (const [engine, path] of Object.entries(apis)) {
  console.log(
    `${engine.toUpperCase()}_BASE_URL=${simulator.url}${path} ${engine.toUpperCase()}_API_KEY=simulated`,
  )
}
console.log(`COMPATIBLE_BASE_URL=${simulator.url}${compatible} COMPATIBLE_MODEL=${MODELS.compatible[0].id}
CLORO_BASE_URL=${simulator.url}${cloro} CLORO_API_KEY=simulated
BRIGHTDATA_BASE_URL=${simulator.url}${brightdata} BRIGHTDATA_API_KEY=simulated
DATAFORSEO_BASE_URL=${simulator.url}${dataforseo} DATAFORSEO_LOGIN=simulated DATAFORSEO_PASSWORD=simulated
SERPAPI_BASE_URL=${simulator.url}${serpapi} SERPAPI_API_KEY=simulated`)

console.log(
  `\nSearch Console, Google Analytics and Bing, with any credentials:\nALLOW_PRIVATE_NETWORK=${values.host} GOOGLE_CLIENT_ID=simulated GOOGLE_CLIENT_SECRET=simulated`,
)
for (const [name, path] of Object.entries(firstPartyPaths)) console.log(`${name}=${simulator.url}${path}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close())

function wholeNumber(name: string, value: string): number {
  if (/^\d+$/.test(value)) return Number(value)
  console.error(`--${name} must be an integer, not "${value}"`)
  process.exit(1)
}
