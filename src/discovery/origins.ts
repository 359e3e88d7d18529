/** All origins of prompt candidates: measured ones first, then what the brand itself says, then question patterns. */
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import type { QueriesOfSource } from './origin.ts'
import { findEngineSearches } from './origins/engine-searches.ts'
import { findGroundingQueries } from './origins/grounding-queries.ts'
import { listKeywordQueries } from './origins/keyword-queries.ts'
import { listPatterns } from './origins/patterns.ts'
import { listSearchConsoleQueries } from './origins/search-consoles.ts'
import { listSiteTexts } from './origins/site-texts.ts'
import type { Subjects } from './subjects.ts'

export async function listSources(
  ctx: Context,
  brand: Brand,
  subjects: Subjects,
): Promise<QueriesOfSource[]> {
  const asked = [
    ...(await listSearchConsoleQueries(ctx, brand.id)),
    await findGroundingQueries(ctx, brand.id),
    await findEngineSearches(ctx, brand.id),
    ...(await listKeywordQueries(ctx, brand.id)),
    listSiteTexts(brand, subjects.pages),
  ].flatMap((each) => each ?? [])
  const texts = asked.flatMap(({ queries }) => queries.map(({ query }) => query))
  const sources = [...asked, listPatterns(brand, subjects, texts)]
  return sources.filter(({ queries }) => queries.length > 0)
}
