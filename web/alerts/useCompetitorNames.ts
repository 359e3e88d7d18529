import { useQuery } from '@tanstack/react-query'
import { competitorsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'

/** The names of the tracked competitors by id, in their order. */
export function useCompetitorNames(): ReadonlyMap<string, string> {
  const { slug } = useBrand()
  const { data } = useQuery(competitorsQuery(slug))
  return new Map(data?.items.map(({ id, name }) => [id, name]))
}
