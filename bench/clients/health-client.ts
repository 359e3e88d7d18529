/** Asks an address every 20 ms and prints how many milliseconds each answer took: `node bench/clients/health-client.ts address`. */
import { setTimeout as after } from 'node:timers/promises'

const [address = ''] = process.argv.slice(2)
// The first call of a process loads what it calls with.
await (await fetch(address)).text()
for (;;) {
  const began = performance.now()
  await (await fetch(address)).text()
  console.log(performance.now() - began)
  await after(20)
}
