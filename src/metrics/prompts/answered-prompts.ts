/** Pages of the prompts that have answers in a window, in the order of their ids. */
import { requirePrompts } from '../../answers/scope.ts'
import { cursorId, type Page, toPage } from '../../core/paging.ts'
import type { Window } from '../rollups.ts'

type Query = Page & { prompt_id?: string[] | undefined }

/** Returns the ids of one page. Throws if the brand has no prompt with an id of the query. */
export async function pageOfAnsweredPrompts(
  window: Window,
  query: Query,
): Promise<{ ids: string[]; next_cursor: string | null }> {
  await requirePrompts(window, window.scope, query.prompt_id)
  const after = cursorId(query)
  const answered = new Set(window.rows.map(({ prompt_id }) => prompt_id))
  const listed = [...answered]
    .filter((id) => (query.prompt_id?.includes(id) ?? true) && (after === null || id > after))
    .sort()
  const { items, next_cursor } = toPage(
    listed.slice(0, query.limit + 1).map((id) => ({ id })),
    query,
  )
  return { ids: items.map(({ id }) => id), next_cursor }
}
