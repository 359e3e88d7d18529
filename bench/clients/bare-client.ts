/** Asks an engine as a run does, but keeps nothing: `node bench/clients/bare-client.ts url questions in-flight` prints the milliseconds. */
const [url = '', questions = '', inFlight = ''] = process.argv.slice(2)

async function askAll(count: number): Promise<void> {
  let next = 0
  const askOn = async () => {
    while (next < count) {
      next += 1
      const input = `Which tool is best for team ${next}?`
      const response = await fetch(url, { method: 'POST', body: JSON.stringify({ input }) })
      JSON.parse(await response.text())
    }
  }
  await Promise.all(Array.from({ length: Number(inFlight) }, askOn))
}

// The first questions of a process compile what asks them.
await askAll(Number(inFlight))
const began = performance.now()
await askAll(Number(questions))
console.log(Math.round(performance.now() - began))
