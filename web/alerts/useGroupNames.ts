import { useQuery } from '@tanstack/react-query'
import type { promptGroupings } from '../../vocabulary/labels.ts'
import { marketName } from '../brands/countries-and-languages.ts'
import { personasQuery, promptsQuery, topicsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'

export type GroupNames = Record<(typeof promptGroupings)[number], ReadonlyMap<string, string>>

/** The names of the groups of the brand's prompts by their values, in their order. */
export function useGroupNames(): GroupNames {
  const { brand, slug } = useBrand()
  const { data: topics } = useQuery(topicsQuery(slug))
  const { data: personas } = useQuery(personasQuery(slug))
  const { data: prompts } = useQuery(promptsQuery(brand.id))
  const items = prompts?.items ?? []
  const tags = [...new Set(items.flatMap((prompt) => prompt.tags))].sort()
  const markets = items
    .filter(({ region, language }) => region !== null || language !== null)
    .map(
      ({ region, language }) =>
        [`${region ?? 'none'}/${language ?? 'none'}`, marketName(region, language)] as const,
    )
  return {
    topic: new Map(topics?.items.map(({ id, name }) => [id, name])),
    tag: new Map(tags.map((tag) => [tag, tag])),
    persona: new Map(personas?.items.map(({ id, name }) => [id, name])),
    market: new Map(markets.sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}
