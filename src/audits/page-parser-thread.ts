/** The worker thread of page-parser.ts: posts `ready` once loaded, then one result per page. */
import { parentPort } from 'node:worker_threads'
import { parsePage } from './page.ts'
import type { PageInput } from './page-parser.ts'

parentPort?.on('message', ({ body, charset }: PageInput) => parentPort?.postMessage(parsePage(body, charset)))
parentPort?.postMessage('ready')
