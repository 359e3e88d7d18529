/** Puts the queries of all origins together with the tracked prompts and the decisions of a person. */
import type { CandidateStatus } from '../../vocabulary/discovery.ts'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { timeSlicer } from '../core/yield-to-event-loop.ts'
import { createClusters } from '../search-queries/cluster.ts'
import { type QueryForm, readQuery } from '../search-queries/query-form.ts'
import type { QueriesOfSource, SourceQuery } from './origin.ts'
import { getNames, type TrackedPrompt } from './subjects.ts'

/** `source`: index of the source. `rank`: of the query in its source. */
export type SeenQuery = SourceQuery & { form: QueryForm; source: number; rank: number }

export type QueryGroup = {
  seen: SeenQuery[]
  status: CandidateStatus
  /** The query that a person has decided about. */
  decided: string | null
  prompt: { id: string; text: string } | null
}

/** Prompts and decided queries are groups from the start, so that later queries which ask the same join them. */
export async function groupQueries(
  ctx: Context,
  brand: Brand,
  { sources, prompts }: { sources: readonly QueriesOfSource[]; prompts: readonly TrackedPrompt[] },
): Promise<QueryGroup[]> {
  const pause = timeSlicer()
  const seen = await readQueries(brand, sources)
  const counts = new Map<string, number>()
  for (const { form } of seen) for (const word of form.words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const clusters = createClusters<QueryGroup>((word) => counts.get(word) ?? 0)
  const groups: QueryGroup[] = []
  const addGroup = (words: readonly string[], fields: Omit<QueryGroup, 'seen'>): QueryGroup => {
    const group = { seen: [], ...fields }
    groups.push(group)
    clusters.add(words, group)
    return group
  }
  for (const group of [...(await listDecided(ctx, brand.id)), ...prompts.map(toTracked)]) {
    await pause()
    const text = group.decided ?? group.prompt?.text ?? ''
    addGroup(readQuery(text, [], brand.language).words, group)
  }
  for (const each of seen) {
    await pause()
    const { words } = each.form
    const group = clusters.find(words) ?? addGroup(words, { status: 'open', decided: null, prompt: null })
    group.seen.push(each)
  }
  return groups.filter((group) => group.seen.length > 0)
}

const toTracked = ({ id, text }: TrackedPrompt) => ({
  status: 'tracked' as const,
  decided: null,
  prompt: { id, text },
})

/** Returns the queries that could be prompts, those with the highest rank in their source first. */
async function readQueries(brand: Brand, sources: readonly QueriesOfSource[]): Promise<SeenQuery[]> {
  const pause = timeSlicer()
  const names = getNames(brand)
  const seen: SeenQuery[] = []
  for (const [source, { queries, source: of }] of sources.entries())
    for (const [rank, query] of queries.entries()) {
      await pause()
      const form = readQuery(query.query, names, brand.language)
      // A pattern is a whole question.
      if (form.isPrompt || of.origin === 'pattern') seen.push({ ...query, form, source, rank })
    }
  return seen.sort((a, b) => a.rank - b.rank || a.source - b.source)
}

/** Decisions come before prompts: of equally similar groups, the first is found. */
async function listDecided(ctx: Context, brandId: string): Promise<Omit<QueryGroup, 'seen'>[]> {
  const decisions = await ctx.db
    .selectFrom('prompt_candidate_decisions')
    .select(['query', 'decision'])
    .where('brand_id', '=', brandId)
    .orderBy('decided_at')
    .orderBy('query_hash')
    .execute()
  return decisions.map(({ query, decision }) => ({
    status: decision === 'dismissed' ? ('dismissed' as const) : ('tracked' as const),
    decided: query,
    prompt: null,
  }))
}
