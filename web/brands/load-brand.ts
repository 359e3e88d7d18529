import type { QueryClient } from '@tanstack/react-query'
import { brandQuery } from './queries.ts'

/** Waits only for the brand itself; the data of its screens is prefetched. */
export async function loadBrand(queryClient: QueryClient, slug: string): Promise<void> {
  await queryClient.ensureQueryData(brandQuery(slug))
}
