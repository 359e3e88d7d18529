/** Who asks a service that is measured, each in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Asks one question after the other. */
export function startClient(port: number, token: string) {
  const script = fileURLToPath(new URL('timed-client.ts', import.meta.url))
  const child = spawn(process.execPath, [script, `http://127.0.0.1:${port}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ANSIGHT_API_KEY: token },
  })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    /** How many milliseconds the answer took. */
    ask: async (path: string): Promise<number> => {
      child.stdin.write(`${path}\n`)
      const { value, done } = await answers.next()
      if (done) throw new Error(`${path} was not answered`)
      return Number(value)
    },
    end: async () => {
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** Asks every 20 ms from now on, from a process of its own: what this one is busy with besides would be counted too. */
export function watchHealth(port: number) {
  const times: number[] = []
  const watcher = fileURLToPath(new URL('health-client.ts', import.meta.url))
  const child = spawn(process.execPath, [watcher, `http://127.0.0.1:${port}/api/health`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface({ input: child.stdout }).on('line', (line) => times.push(Number(line)))
  return {
    /** How many milliseconds each answer took. */
    end: async (): Promise<number[]> => {
      child.kill()
      await once(child, 'exit')
      return times
    },
  }
}
