/** Runs in a thread of its own: says when it is ready, then reads one page after the other. */
import { parentPort } from 'node:worker_threads'
import { parsePage } from './page.ts'
import type { PageInput } from './page-parser.ts'

parentPort?.on('message', ({ body, charset }: PageInput) => parentPort?.postMessage(parsePage(body, charset)))
parentPort?.postMessage('ready')
