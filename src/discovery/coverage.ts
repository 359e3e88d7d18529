/** Lists what of the brand has no tracked prompt, each with the candidate that would be about it. */
import { z } from 'zod'
import { coverageKinds } from '../../vocabulary/discovery.ts'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { cursorOffset, NextCursor, pageQuery, toOffsetPage } from '../core/paging.ts'
import { windowStart } from '../search-queries/query-window.ts'
import { adds, discover, PromptCandidate, showGroup } from './candidates.ts'

const Count = z.number().int().min(0)

export const CoverageList = z.object({
  items: z.array(
    z.object({
      kind: z.enum(coverageKinds).describe('What has no prompt.'),
      id: z.uuid().nullable().describe('Id of the product or topic; null for a page.'),
      name: z.string().describe('Name of the product or topic, or the title of the page.'),
      url: z.string().nullable().describe('URL of the page; null for a product or topic.'),
      audited: z.boolean().nullable().describe('Whether the page was audited; null for a product or topic.'),
      citations: Count.nullable().describe('Answers of the last 28 days that cite the page.'),
      impressions: Count.nullable().describe(
        'Impressions of the page in search results of the last 28 days; 0 without a search console.',
      ),
      candidate: PromptCandidate.pick({ query: true, draft: true, intent: true })
        .nullable()
        .describe('The first open candidate that is about it; null without one.'),
    }),
  ),
  total: Count.describe('Pages, products and topics without a prompt, of this kind.'),
  first_day: z.iso.date().describe('The first day whose citations and impressions are counted.'),
  next_cursor: NextCursor,
})

export const coverageQuery = {
  kind: z.enum(coverageKinds).optional().describe('Only pages, products or topics.'),
  ...pageQuery,
}

export async function listCoverage(
  ctx: Context,
  brand: Brand,
  { kind, ...page }: z.output<z.ZodObject<typeof coverageQuery>>,
): Promise<z.output<typeof CoverageList>> {
  const found = await discover(ctx, brand)
  const open = found.groups.filter(({ status }) => status === 'open')
  const getDemand = ({ page: of }: (typeof found.uncovered)[number]) =>
    (of?.citations ?? 0) * 1_000_000 + (of?.impressions ?? 0)
  const matching = found.uncovered
    .filter((each) => kind === undefined || each.kind === kind)
    .toSorted((a, b) => getDemand(b) - getDemand(a))
  const { items, next_cursor } = toOffsetPage(matching.slice(cursorOffset(page)), page)
  return {
    items: items.map((each) => {
      const group = open.find((group) => adds(group, each))
      const { query, draft, intent } = group ? showGroup(group, found) : {}
      return {
        kind: each.kind,
        id: each.id,
        name: each.name,
        url: each.page?.url ?? null,
        audited: each.page?.isAudited ?? null,
        citations: each.page?.citations ?? null,
        impressions: each.page?.impressions ?? null,
        candidate:
          query === undefined || draft === undefined || intent === undefined
            ? null
            : { query, draft, intent },
      }
    }),
    total: matching.length,
    first_day: windowStart(ctx.now()),
    next_cursor,
  }
}
