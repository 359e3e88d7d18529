/**
 * Simulates the Apps Script runtime: runs the real script files in a separate VM context on a worker thread, because
 * `UrlFetchApp` blocks until the response arrives and the service that sends it runs in this thread.
 */
import { readFileSync } from 'node:fs'
import { MessageChannel, Worker } from 'node:worker_threads'

export type Script = {
  /** Calls a function of the script. Rejects with what it throws; errors that Google shows to users have the name `UserError`. */
  call(name: string, ...args: unknown[]): Promise<Json>
  close(): Promise<unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: tests read fields that they expect, and fail without them
export type Json = any

/**
 * Starts a script. `files` are relative to this folder and loaded in order. `inputs` are the texts that the user enters into
 * the script's prompts, in order. `edit` changes a source before it is loaded, for example to lower a limit.
 */
export function startScript({
  files,
  properties = {},
  inputs = [],
  edit = (source) => source,
}: {
  files: string[]
  properties?: Record<string, string>
  inputs?: string[]
  edit?: (source: string) => string
}): Script {
  const sources = files.map((file) => edit(readFileSync(new URL(file, import.meta.url), 'utf8')))
  const { port1: ours, port2: theirs } = new MessageChannel()
  const arrived = new SharedArrayBuffer(4)
  const worker = new Worker(new URL('apps-script-thread.fixture.ts', import.meta.url), {
    workerData: { sources, properties, inputs, web: theirs, arrived },
    transferList: [theirs],
  })
  ours.on('message', async ({ url, options }) => {
    ours.postMessage(await respondTo(url, options))
    Atomics.add(new Int32Array(arrived), 0, 1)
    Atomics.notify(new Int32Array(arrived), 0)
  })
  return {
    async call(name, ...args) {
      const reply = Promise.withResolvers<Json>()
      worker.once('message', reply.resolve).once('error', reply.reject)
      worker.postMessage({ name, args })
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

async function respondTo(url: string, options: RequestInit) {
  try {
    const response = await fetch(url, options)
    return { status: response.status, text: await response.text() }
  } catch {
    return { failure: `Address unavailable: ${url}` }
  }
}
