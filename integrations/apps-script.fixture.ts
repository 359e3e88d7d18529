/**
 * Google's script runtime for our scripts: the real files in a context of their own, on a thread of their own, because
 * `UrlFetchApp` waits for an answer while the service that gives it runs here.
 */
import { readFileSync } from 'node:fs'
import { MessageChannel, Worker } from 'node:worker_threads'

export type Script = {
  /** Calls a function of the script. Rejects with what it throws; what is told to the person has the name `UserError`. */
  call(name: string, ...given: unknown[]): Promise<Json>
  close(): Promise<unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it knows to be there, and fails where it is not
export type Json = any

/**
 * `files` of this folder, in the order in which they are loaded. `answers`: what a person types into the prompts of the
 * script's user interface, in turn. `edit`: changes a source first, such as a size that a test cannot reach.
 */
export function startScript({
  files,
  properties = {},
  answers = [],
  edit = (source) => source,
}: {
  files: string[]
  properties?: Record<string, string>
  answers?: string[]
  edit?: (source: string) => string
}): Script {
  const sources = files.map((file) => edit(readFileSync(new URL(file, import.meta.url), 'utf8')))
  const { port1: ours, port2: theirs } = new MessageChannel()
  const arrived = new SharedArrayBuffer(4)
  const worker = new Worker(new URL('apps-script-thread.fixture.ts', import.meta.url), {
    workerData: { sources, properties, answers, web: theirs, arrived },
    transferList: [theirs],
  })
  ours.on('message', async ({ url, options }) => {
    ours.postMessage(await answerOf(url, options))
    Atomics.add(new Int32Array(arrived), 0, 1)
    Atomics.notify(new Int32Array(arrived), 0)
  })
  return {
    async call(name, ...given) {
      const reply = Promise.withResolvers<Json>()
      worker.once('message', reply.resolve).once('error', reply.reject)
      worker.postMessage({ name, given })
      const { result, thrown } = await reply.promise
      worker.off('error', reply.reject)
      if (thrown) throw Object.assign(new Error(thrown.message), { name: thrown.name })
      return result
    },
    close() {
      ours.close()
      return worker.terminate()
    },
  }
}

async function answerOf(url: string, options: RequestInit) {
  try {
    const response = await fetch(url, options)
    return { status: response.status, text: await response.text() }
  } catch {
    return { failure: `Address unavailable: ${url}` }
  }
}
