import type { PageState } from '../../vocabulary/page-states.ts'
import type { Context } from '../core/context.ts'

/** Stores what a cited page says, as if it had been read. `named`: numbers of the brand (0) and of competitors. */
export async function insertPageCheck(
  { db }: Pick<Context, 'db'>,
  brandId: string,
  {
    url,
    state = 'read',
    named = [],
    readAt,
  }: { url: string; state?: PageState; named?: number[]; readAt: Date },
): Promise<void> {
  const { id } = await db
    .selectFrom('urls')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('url', '=', url)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('cited_pages')
    .values({
      brand_id: brandId,
      url_id: id,
      state,
      named,
      read_at: readAt,
      kind: state === 'read' ? 'list' : null,
    })
    .execute()
}
