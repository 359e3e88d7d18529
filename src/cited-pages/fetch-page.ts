/** Fetches a page if robots.txt allows it. Returns its content, or the state that says why there is none. */
import type { PageState } from '../../vocabulary/page-states.ts'
import { ownAgent } from '../audits/own-agent.ts'
import { openPageParsers, type PageParsers } from '../audits/page-parser.ts'
import { checkRobots, type Robots } from '../audits/robots.ts'
import type { Context, Resource } from '../core/context.ts'
import type { FetchFailure } from '../net/fetch-failure.ts'
import { type FetchResult, guardedFetch } from '../net/guarded-fetch.ts'
import { listBlockedAgents } from './agents-access.ts'
import { getRobots, userAgent, withHost } from './hosts.ts'
import type { PageContent } from './page-fields.ts'

export const contentReaders: Resource<PageParsers<PageContent>> = {
  name: 'readers of cited pages',
  open: () => openPageParsers<PageContent>(new URL('./page-content-thread.ts', import.meta.url)),
  close: (readers) => readers.close(),
}

/** `isUnchanged`: the server responded that the page has not changed since it was last read. */
export type FetchedPage =
  | { state: Exclude<PageState, 'read'> }
  | { state: 'read'; isUnchanged: true }
  | {
      state: 'read'
      isUnchanged: false
      content: PageContent
      blockedAgents: string[]
      etag: string | null
      lastModified: string | null
    }

/** From the last response that had the page. */
export type Validators = { etag: string | null; last_modified: string | null }

export type FetchJob = { jobId: string; signal: AbortSignal }

const maxRedirects = 5
const maxBytes = 3 * 1_048_576
/** Of a page, until its body was read. */
export const timeoutMs = 20_000
const parseMs = 10_000

/** Follows redirects. The robots.txt of each host must allow the request. */
export async function fetchPage(
  ctx: Context,
  url: string,
  validators: Validators,
  job: FetchJob,
): Promise<FetchedPage> {
  let address = url
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const step = await withHost(ctx, new URL(address).host, job, () => request(ctx, address, validators, job))
    if (!('next' in step)) return step
    address = step.next
  }
  return { state: 'redirects' }
}

async function request(
  ctx: Context,
  url: string,
  validators: Validators,
  { signal }: FetchJob,
): Promise<FetchedPage | { next: string }> {
  const robots = await getRobots(ctx, url, signal)
  signal.throwIfAborted()
  if ('outcome' in robots) return { state: failureStates[robots.kind] ?? 'failed' }
  if (robots.kind === 'unreachable') return { state: 'failed' }
  if (!checkRobots(robots, ownAgent, url).allowed) return { state: 'robots' }
  const fetched = await guardedFetch(ctx, url, {
    headers: {
      'user-agent': userAgent,
      accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
      ...(validators.etag !== null && { 'if-none-match': validators.etag }),
      ...(validators.last_modified !== null && { 'if-modified-since': validators.last_modified }),
    },
    maxBytes,
    timeoutMs,
    signal,
  })
  signal.throwIfAborted()
  if (fetched.outcome === 'failed') return { state: failureStates[fetched.kind] ?? 'failed' }
  const { status, headers } = fetched
  const isConditional = validators.etag !== null || validators.last_modified !== null
  if (status === 304 && isConditional) return { state: 'read', isUnchanged: true }
  if ([301, 302, 303, 307, 308].includes(status)) {
    const next = URL.parse(headers.location ?? '', url)
    return next && /^https?:$/.test(next.protocol) ? { next: next.href } : { state: 'failed' }
  }
  if (status !== 200) return { state: statusStates[status] ?? 'failed' }
  return readPage(ctx, fetched, robots, signal)
}

async function readPage(
  ctx: Context,
  { url, body, headers, headerLines }: Extract<FetchResult, { outcome: 'answered' }>,
  robots: Robots,
  signal: AbortSignal,
): Promise<FetchedPage> {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  if (!/^(text\/html|application\/xhtml\+xml|)$/.test(type.trim())) return { state: 'not_html' }
  const charset = parameters.join(';').match(/charset\s*=\s*"?([\w.:-]+)/)?.[1] ?? null
  const read = ctx.use(contentReaders).of(ctx.organizationId)
  const content = await read(body, charset, { timeoutMs: parseMs, signal })
  if (content === null) return { state: 'too_large' }
  return {
    state: 'read',
    isUnchanged: false,
    content,
    blockedAgents: listBlockedAgents(url, robots, headerLines['x-robots-tag'] ?? [], content.metas),
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
  }
}

/** Other failures, and other statuses than the ones below, are `failed`. */
const failureStates: Partial<Record<FetchFailure, Exclude<PageState, 'read'>>> = {
  unsafe_url: 'private',
  timeout: 'timeout',
  too_large: 'too_large',
  too_many_redirects: 'redirects',
}

const statusStates: Record<number, Exclude<PageState, 'read'>> = {
  401: 'refused',
  403: 'refused',
  404: 'not_found',
  410: 'not_found',
  429: 'refused',
  451: 'refused',
}
