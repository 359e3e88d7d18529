/**
 * Prints pages as PDF with headless Chromium. The caller provides the page and its files; Chromium requests them over its
 * DevTools pipe and cannot reach anything else. Pages are printed one after the other, each by a new process; organizations
 * take turns, and so do the share links of an organization.
 */
import { z } from 'zod'
import type { AppContext, Resource } from '../core/context.ts'
import { type KeyedSemaphore, keyedSemaphore, TooManyWaiting } from '../core/semaphore.ts'
import { findChromium, withChromium } from './chromium.ts'
import type { DevTools } from './devtools.ts'

export type PrintedFile = { type: string; body: Buffer }

export type PrintedPage = {
  /** The path of the page. It and its files are requested from `respond`, which returns null for other paths. */
  path: string
  respond(path: string): Promise<PrintedFile | null>
  /** A CSS selector of an element that exists when the page is complete. */
  ready: string
  language: string
  /** Whose page it is. `member`: whose turn it is among the members of the organization. */
  turn: { organizationId: string; member: string }
  /** Used when it is the page's turn: another request can have printed it in the meantime. */
  cache?: { find(): Promise<Buffer | null>; store(pdf: Buffer): Promise<void> }
}

export type PrintResult =
  | { outcome: 'printed'; pdf: Buffer }
  | { outcome: 'failed'; reason: 'no_browser' | 'busy' | 'timeout' | 'error'; error: string }

/** `waitMs`: until earlier pages are printed. `printMs`: for one page, including the start of Chromium. */
export type PrintLimits = { waitMs: number; printMs: number }

const defaultLimits: PrintLimits = { waitMs: 60_000, printMs: 30_000 }

/** Limits the memory: each Chromium is a group of processes. */
const maxConcurrent = 1
/** Requests of an organization, and of one of its share links. */
const maxWaiting = { waiting: 20, waitingPerMember: 5 }

type Printer = { program: string | null; slots: KeyedSemaphore; closing: AbortController }

const printer: Resource<Printer> = {
  name: 'PDF printer',
  open: ({ config }) => ({
    program: findChromium(config),
    slots: keyedSemaphore(maxConcurrent, maxWaiting),
    closing: new AbortController(),
  }),
  close: ({ closing }) => closing.abort(new Error('The service is shutting down')),
}

/** Whether a Chromium is installed. It is looked up once per process. */
export const canPrint = (app: AppContext): boolean => app.use(printer).program !== null

export async function printPage(
  app: AppContext,
  page: PrintedPage,
  limits: PrintLimits = defaultLimits,
): Promise<PrintResult> {
  const state = app.use(printer)
  const { program } = state
  if (program === null) return failure('no_browser', 'No Chromium was found')
  const release = await waitForTurn(state, page.turn, limits.waitMs)
  if (typeof release === 'string') return failure('busy', release)
  const signal = AbortSignal.any([state.closing.signal, AbortSignal.timeout(limits.printMs)])
  try {
    const stored = await page.cache?.find()
    if (stored) return { outcome: 'printed', pdf: stored }
    const run = { program, language: page.language, signal }
    const pdf = await withChromium(app.config, run, (devTools) => print(devTools, page))
    await page.cache?.store(pdf)
    return { outcome: 'printed', pdf }
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
    const message = error instanceof Error ? error.message : String(error)
    app.log.warn({ error: message }, 'printing a PDF failed')
    return failure(isTimeout ? 'timeout' : 'error', message)
  } finally {
    release()
  }
}

const failure = (reason: Extract<PrintResult, { outcome: 'failed' }>['reason'], error: string) =>
  ({ outcome: 'failed', reason, error }) as const

/** Returns the function that ends the turn, or why it does not come in time. */
async function waitForTurn(
  { slots, closing }: Printer,
  { organizationId, member }: PrintedPage['turn'],
  waitMs: number,
): Promise<(() => void) | string> {
  try {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(waitMs)])
    return await slots.acquire(organizationId, { member, signal })
  } catch (error) {
    return error instanceof TooManyWaiting ? 'Too many pages are waiting' : 'Earlier pages took too long'
  }
}

/** A secure origin, so that the page has the same features as in other browsers. No request reaches it. */
const origin = 'http://localhost'

const RequestPaused = z.object({ requestId: z.string(), request: z.object({ url: z.string() }) })
const ignored = z.unknown()

async function print(devTools: DevTools, page: PrintedPage): Promise<Buffer> {
  const { targetId } = await devTools.send(
    'Target.createTarget',
    { url: 'about:blank' },
    z.object({ targetId: z.string() }),
  )
  const { sessionId } = await devTools.send(
    'Target.attachToTarget',
    { targetId, flatten: true },
    z.object({ sessionId: z.string() }),
  )
  const send = <T>(method: string, params: object, result: z.ZodType<T>) =>
    devTools.send(method, params, result, sessionId)
  const failed = new Promise<never>((_, reject) => {
    devTools.on('Fetch.requestPaused', (params) => {
      const { requestId, request } = RequestPaused.parse(params)
      respondTo(request.url, page)
        .then((response) => send('Fetch.fulfillRequest', { requestId, ...response }, ignored))
        .catch(reject)
    })
  })
  await send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, ignored)
  await send('Page.navigate', { url: origin + page.path }, ignored)
  const complete = send(
    'Runtime.evaluate',
    { expression: `(${waitUntilComplete})(${JSON.stringify(page.ready)})`, awaitPromise: true },
    ignored,
  )
  await Promise.race([complete, failed])
  const { data } = await send(
    'Page.printToPDF',
    {
      printBackground: true,
      preferCSSPageSize: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    },
    z.object({ data: z.base64() }),
  )
  return Buffer.from(data, 'base64')
}

const contentPolicy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"

async function respondTo(url: string, page: PrintedPage) {
  const { origin: requested, pathname } = new URL(url)
  const file = requested === origin ? await page.respond(pathname) : null
  if (file === null) return { responseCode: 404 }
  return {
    responseCode: 200,
    responseHeaders: [
      { name: 'Content-Type', value: file.type },
      { name: 'Content-Security-Policy', value: contentPolicy },
    ],
    body: file.body.toString('base64'),
  }
}

/** Runs in the page: waits for the element, fonts and images, and then for React's effects, which follow a frame. */
const waitUntilComplete = `async (selector) => {
  await new Promise((resolve) => {
    const check = () => {
      if (document.querySelector(selector) === null) return
      observer.disconnect()
      resolve()
    }
    const observer = new MutationObserver(check)
    observer.observe(document, { childList: true, subtree: true })
    check()
  })
  await document.fonts.ready
  await Promise.allSettled([...document.images].map((image) => image.decode()))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}`
