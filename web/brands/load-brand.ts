import type { QueryClient } from '@tanstack/react-query'
import { brandBy } from './queries.ts'

/** The brand itself is waited for; what its screens show is asked for at once and shows when it comes. */
export async function brandNeeds(queryClient: QueryClient, slug: string): Promise<void> {
  await queryClient.ensureQueryData(brandBy(slug))
}
