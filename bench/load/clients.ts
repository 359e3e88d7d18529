/** Starts load clients for the measured service. Each runs in its own process, so that it does not compete for its CPU time. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Starts a client that sends one request at a time over one connection. */
export function startTimedClient(port: number, token: string) {
  const script = fileURLToPath(new URL('timed-client.ts', import.meta.url))
  const child = spawn(process.execPath, [script, `http://127.0.0.1:${port}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ANSIGHT_API_KEY: token },
  })
  const latencies = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    /** Returns the latency in milliseconds. */
    get: async (path: string): Promise<number> => {
      child.stdin.write(`${path}\n`)
      const { value, done } = await latencies.next()
      if (done) throw new Error(`The client exited before ${path} was answered`)
      return Number(value)
    },
    end: async () => {
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** Starts a probe that requests `/api/health` every 20 ms. */
export function startHealthProbe(port: number) {
  const latencies: number[] = []
  const script = fileURLToPath(new URL('health-probe.ts', import.meta.url))
  const child = spawn(process.execPath, [script, `http://127.0.0.1:${port}/api/health`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface({ input: child.stdout }).on('line', (line) => latencies.push(Number(line)))
  return {
    /** Stops the probe and returns all latencies in milliseconds. */
    end: async (): Promise<number[]> => {
      child.kill()
      await once(child, 'exit')
      return latencies
    },
  }
}
