import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { brandFilter, metricQuery } from './filter.ts'
import { brandQuery } from './queries.ts'

/** The brand of this screen, with the period and filters of the URL. */
export function useBrand() {
  const { slug } = useParams({ from: '/dashboard/brands/$slug' })
  const filter = brandFilter(useSearch({ from: '/dashboard/brands/$slug' }))
  const { data: brand } = useSuspenseQuery(brandQuery(slug))
  return { brand, slug, filter, query: metricQuery(brand.id, filter) }
}
