import type { QueryClient } from '@tanstack/react-query'
import { brandQuery } from './queries.ts'

/** The brand itself is waited for; what its screens show is asked for at once and shows when it comes. */
export async function loadBrand(queryClient: QueryClient, slug: string): Promise<void> {
  await queryClient.ensureQueryData(brandQuery(slug))
}
