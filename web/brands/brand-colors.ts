import { useQuery } from '@tanstack/react-query'
import { competitorsQuery } from './queries.ts'
import { useBrand } from './useBrand.ts'

/** The colors that competitors share; the brand has its own, number 0. */
const competitorColors = 7

/** The number of the color of the brand (null) or a competitor, the same on every screen. */
export function useBrandColors(): (competitorId: string | null) => number {
  const { slug } = useBrand()
  const { data } = useQuery(competitorsQuery(slug))
  const ids = data?.items.map(({ id }) => id) ?? []
  return (competitorId) => {
    const index = competitorId === null ? -1 : ids.indexOf(competitorId)
    return competitorId === null ? 0 : 1 + (Math.max(0, index) % competitorColors)
  }
}
