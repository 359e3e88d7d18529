/** What cited pages say about the brand, as they were last read. */
import { z } from 'zod'
import { pageKinds } from '../../../vocabulary/page-kinds.ts'
import { pageStates } from '../../../vocabulary/page-states.ts'
import { Timestamp } from '../../core/fields.ts'
import { untrustedText } from '../../http/untrusted-text.ts'
import { CompetitorId, CompetitorName, Count } from '../fields.ts'
import type { Window } from '../rollups.ts'

const State = z
  .enum(pageStates)
  .describe(
    'Result of reading the page. `robots`: robots.txt forbids it. `refused`: the site requires a sign-in or rejects the request. `private`: its address is not public.',
  )
const Kind = z.enum(pageKinds)

export const PageCheck = z
  .object({
    state: State,
    checked_at: Timestamp.describe('When the page was last requested.'),
    changed_at: Timestamp.nullable().describe('When a change of its text was last noticed; null for none.'),
    position: z
      .number()
      .int()
      .nullable()
      .describe('Rank of the brand by first mention; null if the page does not name it.'),
    named_count: Count.describe('How many of the brand and its competitors the page names.'),
    competitors: z
      .array(z.object({ competitor_id: CompetitorId, name: CompetitorName }))
      .describe('The competitors that the page names, in the order of their first mention.'),
    kind: Kind.nullable().describe('Kind of page. Null, like the fields below, if it could not be read.'),
    author: untrustedText(z.string().nullable().describe('As the page states it.')),
    published: z.iso.date().nullable().describe('As the page states it.'),
    modified: z.iso.date().nullable().describe('As the page states it.'),
    language: z.string().nullable().describe('Language of the text (ISO 639-1).'),
    blocked_agents: z
      .array(z.string())
      .describe('AI agents that robots.txt, the response or the page excludes.'),
  })
  .meta({ id: 'PageCheck' })

export type PageCheckRecord = z.input<typeof PageCheck>
type Competitor = PageCheckRecord['competitors'][number]

/** Returns a function that returns the check of a page, or null if it was never read. */
export async function readPageChecks(
  { db, scope }: Window,
  urlIds: readonly number[],
  getCompetitor: (number: number) => Competitor | undefined,
): Promise<(urlId: number) => PageCheckRecord | null> {
  const rows =
    urlIds.length === 0
      ? []
      : await db
          .selectFrom('cited_pages')
          .selectAll()
          .where('brand_id', '=', scope.brand.id)
          .where('url_id', 'in', urlIds)
          .execute()
  const byId = new Map(
    rows.flatMap((row) => {
      const { url_id, read_at, changed_at, named } = row
      if (row.state === null || read_at === null) return []
      const position = named.indexOf(0)
      const check: PageCheckRecord = {
        state: State.parse(row.state),
        checked_at: read_at.toISOString(),
        changed_at: changed_at?.toISOString() ?? null,
        position: position < 0 ? null : position + 1,
        named_count: named.length,
        competitors: named.flatMap((number) => getCompetitor(number) ?? []),
        kind: Kind.nullable().parse(row.kind),
        author: row.author,
        published: row.published,
        modified: row.modified,
        language: row.language,
        blocked_agents: row.blocked_agents,
      }
      return [[url_id, check] as const]
    }),
  )
  return (urlId) => byId.get(urlId) ?? null
}
