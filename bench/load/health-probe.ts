/** Requests a URL every 20 ms and prints each latency in milliseconds: `node bench/load/health-probe.ts URL`. */
import { setTimeout as sleep } from 'node:timers/promises'

const [url = ''] = process.argv.slice(2)
// Not measured: the first request loads the HTTP client.
await (await fetch(url)).text()
for (;;) {
  const startedMs = performance.now()
  await (await fetch(url)).text()
  console.log(performance.now() - startedMs)
  await sleep(20)
}
