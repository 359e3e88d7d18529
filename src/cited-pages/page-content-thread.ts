/** The worker thread of `contentReaders`: posts `ready` once loaded, then one result per page, null if it cannot be read. */
import { parentPort } from 'node:worker_threads'
import type { PageInput } from '../audits/page-parser.ts'
import { readContent } from './page-content.ts'
import type { PageContent } from './page-fields.ts'

parentPort?.on('message', ({ body, charset }: PageInput) => parentPort?.postMessage(tryRead(body, charset)))
parentPort?.postMessage('ready')

/** The libraries throw for some malformed pages, such as pages that are nested too deeply for the stack. */
function tryRead(body: Uint8Array, charset: string | null): PageContent | null {
  try {
    return readContent(body, charset)
  } catch {
    return null
  }
}
