import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { createContext, use, useMemo } from 'react'
import { brandFilter, metricQuery } from './filter.ts'
import { brandQuery } from './queries.ts'

/** The brand of this screen, with the period and filters of the URL. */
type ScreenBrand = ReturnType<typeof useBrandOfUrl>

/** Dozens of components on a screen read it, and reading the URL and the cache takes each of them a subscription. */
export const BrandOfScreen = createContext<ScreenBrand | null>(null)

export function useBrand(): ScreenBrand {
  const brand = use(BrandOfScreen)
  if (brand === null) throw new Error('This component is not on a screen of a brand')
  return brand
}

/** For the layout of all screens of a brand. */
export function useBrandOfUrl() {
  const { slug } = useParams({ from: '/dashboard/brands/$slug' })
  const search = useSearch({ from: '/dashboard/brands/$slug' })
  const { data: brand } = useSuspenseQuery(brandQuery(slug))
  return useMemo(() => {
    const filter = brandFilter(search)
    return { brand, slug, filter, query: metricQuery(brand.id, filter) }
  }, [brand, slug, search])
}
