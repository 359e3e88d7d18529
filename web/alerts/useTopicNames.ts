import { useQuery } from '@tanstack/react-query'
import { topicsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'

/** The names of the topics by id, in their order. */
export function useTopicNames(): ReadonlyMap<string, string> {
  const { slug } = useBrand()
  const { data } = useQuery(topicsQuery(slug))
  return new Map(data?.items.map(({ id, name }) => [id, name]))
}
