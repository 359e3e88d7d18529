/** Requests the page of an action once, as the service reads pages that answers cite. */
import { fetchPage } from '../cited-pages/fetch-page.ts'
import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { assertSafeUrl } from '../net/guarded-fetch.ts'

const timeoutMs = 20_000

/** Throws `unsafe_url` for a page that is not public. Any other failure is a state, so that nothing is lost. */
export async function checkPage(ctx: Context, url: string | null) {
  if (url === null) return { page_state: null, page_title: null, page_checked_at: null }
  await assertSafeUrl(ctx, url)
  const fetched = await fetchOnce(ctx, url)
  const title = fetched.state === 'read' && !fetched.isUnchanged ? fetched.content.title : ''
  return {
    page_state: fetched.state,
    page_title: title.replaceAll('\0', '').toWellFormed().slice(0, 500) || null,
    page_checked_at: ctx.now(),
  }
}

async function fetchOnce(ctx: Context, url: string) {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await fetchPage(ctx, url, { etag: null, last_modified: null }, { jobId: newId(), signal })
  } catch (error) {
    if (signal.aborted) return { state: 'timeout' } as const
    throw error
  }
}
