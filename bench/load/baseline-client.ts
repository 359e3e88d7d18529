/**
 * Queries an engine like a run, but stores nothing, and prints the elapsed milliseconds:
 * `node bench/load/baseline-client.ts URL QUERIES IN_FLIGHT`.
 */
const [url = '', queries = '', inFlight = ''] = process.argv.slice(2)

async function sendQueries(count: number): Promise<void> {
  let sent = 0
  const sendUntilDone = async () => {
    while (sent < count) {
      sent += 1
      const input = `Which tool is best for team ${sent}?`
      const response = await fetch(url, { method: 'POST', body: JSON.stringify({ input }) })
      JSON.parse(await response.text())
    }
  }
  await Promise.all(Array.from({ length: Number(inFlight) }, sendUntilDone))
}

// Warms up the process: the first requests include compilation.
await sendQueries(Number(inFlight))
const startedMs = performance.now()
await sendQueries(Number(queries))
console.log(Math.round(performance.now() - startedMs))
