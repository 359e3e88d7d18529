/** Runs in a thread of its own: says when it is ready, then reads one page after the other. */
import { parentPort } from 'node:worker_threads'
import { readPage } from './page.ts'
import type { PageOrder } from './page-parser.ts'

parentPort?.on('message', ({ body, charset }: PageOrder) => parentPort?.postMessage(readPage(body, charset)))
parentPort?.postMessage('ready')
