import type { QueryClient } from '@tanstack/react-query'
import { type Platform, platforms } from '../../vocabulary/platforms.ts'
import { brandBy, newestAnswersOf, newestRunOf, platformsOf, promptsOf, summaryOf } from './queries.ts'

export const windows = [7, 30, 90] as const
export const defaultWindowDays = 30

/** What the address of a brand's screen says: the window of its numbers, and which answers are shown. */
export type BrandSearch = {
  days?: (typeof windows)[number] | 'all'
  platform?: Platform
  named?: 'yes' | 'no'
}

/** Whatever is not one of ours is left out, as if it had not been there. */
export function brandSearch(search: Record<string, unknown>): BrandSearch {
  const days = windows.find((each) => each === Number(search.days))
  const platform = platforms.find((each) => each === search.platform)
  const named = (['yes', 'no'] as const).find((each) => each === search.named)
  return {
    ...(search.days === 'all' ? { days: 'all' as const } : days !== undefined && { days }),
    ...(platform && { platform }),
    ...(named && { named }),
  }
}

export const windowDays = ({ days = defaultWindowDays }: BrandSearch): number | null =>
  days === 'all' ? null : days

/** The brand itself is waited for; the rest is asked for at once and shows when it comes. */
export async function brandNeeds(queryClient: QueryClient, slug: string): Promise<void> {
  const brand = await queryClient.ensureQueryData(brandBy(slug))
  void queryClient.prefetchQuery(summaryOf(brand.id, defaultWindowDays))
  void queryClient.prefetchQuery(newestAnswersOf(brand.id))
  await Promise.all([
    queryClient.ensureQueryData(promptsOf(brand.id)),
    queryClient.ensureQueryData(newestRunOf(brand.id)),
    queryClient.ensureQueryData(platformsOf(slug)),
  ])
}
