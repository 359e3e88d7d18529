import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { chromiumProgram, hasBrowser } from '../../test/browser/browser.ts'
import { contextWith, sharedService } from '../../test/support.ts'
import type { AppContext } from '../core/context.ts'
import { withChromium } from './chromium.ts'
import { canPrint, type PrintedPage, printPage } from './print-page.ts'

const service = await sharedService()
const program = hasBrowser ? await chromiumProgram() : ''
const folder = await mkdtemp(join(tmpdir(), 'ansight-print-test-'))
// Profiles are created in a folder that no other process uses.
vi.stubEnv('TMPDIR', folder)
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

/** A context whose Chromium is this program, and which has its own printer. */
function appWith(program: string): AppContext {
  const config = { ...service.base.config, CHROMIUM_PATH: program, CHROMIUM_SANDBOX: false }
  return contextWith(service.base, { config })
}

async function script(name: string, lines: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
  return path
}

const page = (html: string): PrintedPage & { requested: string[] } => {
  const requested: string[] = []
  return {
    path: '/page',
    requested,
    ready: 'h1',
    language: 'en',
    turn: { organizationId: 'a', member: '' },
    respond: async (path) => {
      requested.push(path)
      return path === '/page' ? { type: 'text/html', body: Buffer.from(html) } : null
    },
  }
}

const profiles = async () => (await readdir(folder)).filter((name) => name.startsWith('ansight-pdf-'))
const limits = { waitMs: 60_000, printMs: 60_000 }

test('without an executable Chromium, no page is printed', async () => {
  const app = appWith(join(folder, 'missing'))
  expect(canPrint(app)).toBe(false)
  expect(await printPage(app, page('<h1>Report</h1>'))).toMatchObject({
    outcome: 'failed',
    reason: 'no_browser',
  })
})

test('a Chromium that hangs is stopped at its limit and leaves no profile', async () => {
  const app = appWith(await script('hanging', 'exec tail -f "$0"'))
  expect(await printPage(app, page(''), { ...limits, printMs: 500 })).toMatchObject({ reason: 'timeout' })
  expect(await profiles()).toEqual([])
})

test('stopping kills the processes that Chromium has started', async () => {
  const file = join(folder, 'child')
  const hanging = await script(
    'parent',
    `tail -f "$0" & echo $! > '${file}.new'; mv '${file}.new' '${file}'; wait`,
  )
  const stopping = new AbortController()
  const { config } = appWith(hanging)
  const run = withChromium(
    config,
    { program: hanging, language: 'en', signal: stopping.signal },
    () => new Promise<never>(() => undefined),
  )
  const child = await vi.waitUntil(() => readFile(file, 'utf8').then(Number, () => null), { timeout: 30_000 })
  expect(isRunning(child)).toBe(true)
  stopping.abort(new Error('stopped'))
  await expect(run).rejects.toThrow('stopped')
  await expect.poll(() => isRunning(child)).toBe(false)
  expect(await profiles()).toEqual([])
})

test('a Chromium that exits is an error with its last output', async () => {
  const app = appWith(await script('failing', 'echo "No usable sandbox!" >&2; exit 1'))
  expect(await printPage(app, page(''))).toMatchObject({
    reason: 'error',
    error: expect.stringContaining('No usable sandbox!'),
  })
})

test('a page of a link with too many waiting is rejected at once, and one that waits too long later', async () => {
  const app = appWith(await script('busy', 'exec tail -f "$0"'))
  const first = printPage(app, page(''), { ...limits, printMs: 3_000 })
  const waiting = Array.from({ length: 5 }, () => printPage(app, page(''), { ...limits, waitMs: 100 }))
  expect(await printPage(app, page(''), limits)).toMatchObject({
    reason: 'busy',
    error: 'Too many pages are waiting',
  })
  for (const each of await Promise.all(waiting))
    expect(each).toMatchObject({ reason: 'busy', error: 'Earlier pages took too long' })
  expect(await first).toMatchObject({ reason: 'timeout' })
})

test('organizations take turns, and so do the links of an organization', async () => {
  const app = appWith(await script('slow', 'exec tail -f "$0"'))
  const order: string[] = []
  const print = async (organizationId: string, member: string) => {
    const turn = { organizationId, member }
    await printPage(app, { ...page(''), turn }, { ...limits, printMs: 200 })
    order.push(`${organizationId} ${member}`)
  }
  const attack = Array.from({ length: 4 }, () => print('attacked', 'link'))
  await Promise.all([...attack, print('attacked', 'members'), print('other', 'members')])
  expect(order.slice(0, 4)).toEqual(['attacked link', 'other members', 'attacked link', 'attacked members'])
})

describe.skipIf(!hasBrowser)('with Chromium', () => {
  test('prints a page, requests its files from the caller only, and leaves no profile', async () => {
    const printed = page(
      '<title>A title</title><link rel="stylesheet" href="/style.css"><img src="https://example.com/a.png"><img src="http://127.0.0.1:80/b.png"><h1>Report</h1>',
    )
    const result = await printPage(appWith(program), printed, limits)
    if (result.outcome === 'failed') throw new Error(result.error)
    expect(result.pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(printed.requested).toContain('/style.css')
    expect(printed.requested).not.toContain('/a.png')
    expect(printed.requested).not.toContain('/b.png')
    expect(await profiles()).toEqual([])
  })

  test('a page that never completes is stopped at the limit, and the next one is printed', async () => {
    const app = appWith(program)
    const endless = printPage(app, page('<p>Loading</p>'), { ...limits, printMs: 5_000 })
    const next = printPage(app, page('<h1>Next</h1>'), limits)
    expect(await endless).toMatchObject({ reason: 'timeout' })
    expect(await next).toMatchObject({ outcome: 'printed' })
  })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
