/** Pages as they were last read, in one row for all brands. A row does not say who tracks the page. */
import { hash } from 'node:crypto'
import { z } from 'zod'
import { pageKinds } from '../../vocabulary/page-kinds.ts'
import { type PageState, pageStates } from '../../vocabulary/page-states.ts'
import type { AppContext, Context } from '../core/context.ts'
import type { FetchedPage } from './fetch-page.ts'

const State = z.enum(pageStates)

const Properties = z.object({
  title: z.string(),
  kind: z.enum(pageKinds),
  author: z.string().nullable(),
  published: z.string().nullable(),
  modified: z.string().nullable(),
  language: z.string().nullable(),
  blocked_agents: z.array(z.string()),
})

export type WebPage = {
  state: PageState
  read_at: Date
  changed_at: Date | null
  etag: string | null
  last_modified: string | null
  text_hash: Buffer | null
  text: string | null
  properties: z.output<typeof Properties> | null
}

export async function findWebPage(ctx: Context, url: string): Promise<WebPage | null> {
  const row = await ctx.db
    .selectFrom('web_pages')
    .selectAll()
    .where('url_hash', '=', hashOf(url))
    .executeTakeFirst()
  if (!row) return null
  return { ...row, state: State.parse(row.state), properties: Properties.nullable().parse(row.properties) }
}

/** Whether the site may respond again soon. Until then, the text of the page is kept. */
export const isTemporary = (state: PageState): boolean => state === 'timeout' || state === 'failed'

/** Stores the outcome of a request, and returns the page. */
export async function saveWebPage(
  ctx: Context,
  url: string,
  before: WebPage | null,
  fetched: FetchedPage,
): Promise<WebPage> {
  const page = { ...nextPage(before, fetched, ctx.now()), state: fetched.state, read_at: ctx.now() }
  const row = { ...page, properties: page.properties && JSON.stringify(page.properties) }
  await ctx.db
    .insertInto('web_pages')
    .values({ url_hash: hashOf(url), url, ...row })
    .onConflict((conflict) => conflict.column('url_hash').doUpdateSet(row))
    .execute()
  return page
}

type Stored = Omit<WebPage, 'state' | 'read_at'>

function nextPage(before: WebPage | null, fetched: FetchedPage, now: Date): Stored {
  const { changed_at, etag, last_modified, text_hash, text, properties } = before ?? empty
  const stored = { changed_at, etag, last_modified, text_hash, text, properties }
  if (fetched.state !== 'read') return isTemporary(fetched.state) ? stored : { ...empty, changed_at }
  if (fetched.isUnchanged) return stored
  const { content, blockedAgents } = fetched
  const { title, kind, author, published, modified, language } = content
  const readText = content.text.replaceAll('\0', '')
  const readHash = hashOf(readText)
  return {
    changed_at: text_hash !== null && !text_hash.equals(readHash) ? now : changed_at,
    etag: fetched.etag,
    last_modified: fetched.lastModified,
    text_hash: readHash,
    text: readText,
    properties: Properties.parse({
      title: storable(title),
      kind,
      author: author && storable(author),
      published,
      modified,
      language,
      blocked_agents: blockedAgents,
    }),
  }
}

const empty: Stored = {
  changed_at: null,
  etag: null,
  last_modified: null,
  text_hash: null,
  text: null,
  properties: null,
}

const storable = (text: string) => text.replaceAll('\0', '').toWellFormed().slice(0, 500)

const hashOf = (text: string): Buffer => hash('sha256', text, 'buffer')

/** Pages that no brand has read for this long are deleted. */
const keptDays = 60

export async function deleteOldPages({ db, now }: AppContext): Promise<void> {
  const cutoff = new Date(now().getTime() - keptDays * 86_400_000)
  await db.deleteFrom('web_pages').where('read_at', '<', cutoff).execute()
  await db.deleteFrom('page_hosts').where('next_request_at', '<', cutoff).execute()
}
