import { useQuery } from '@tanstack/react-query'
import { read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'

/** The names of the tracked competitors by id, in their order. */
export function useCompetitorNames(): ReadonlyMap<string, string> {
  const { slug } = useBrand()
  const { data } = useQuery(
    read('GET /api/brands/:brand/competitors', { params: { brand: slug }, query: { limit: 500 } }),
  )
  return new Map(data?.items.map(({ id, name }) => [id, name]))
}
