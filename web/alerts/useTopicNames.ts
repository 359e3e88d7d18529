import { useQuery } from '@tanstack/react-query'
import { topicsOf } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'

/** The names of the topics by id, in their order. */
export function useTopicNames(): ReadonlyMap<string, string> {
  const { slug } = useBrand()
  const { data } = useQuery(topicsOf(slug))
  return new Map(data?.items.map(({ id, name }) => [id, name]))
}
