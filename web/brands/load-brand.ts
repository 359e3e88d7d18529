import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { brandQuery, newestRunQuery, platformsQuery, promptsQuery } from './queries.ts'

/** Waits only for the brand itself; the data of its screens is prefetched. */
export async function loadBrand(queryClient: QueryClient, slug: string): Promise<void> {
  await queryClient.ensureQueryData(brandQuery(slug))
}

/** Returns not found for a resource of another brand. */
export async function ofBrand(
  queryClient: QueryClient,
  slug: string,
  loading: Promise<{ brand_id: string }>,
) {
  const [{ id }, found] = await Promise.all([queryClient.ensureQueryData(brandQuery(slug)), loading])
  if (found.brand_id !== id) throw notFound()
}

/** Loads what starting a run and showing its progress need. */
export async function loadRunSetup(queryClient: QueryClient, slug: string): Promise<void> {
  const { id } = await queryClient.ensureQueryData(brandQuery(slug))
  await Promise.all([
    queryClient.ensureQueryData(promptsQuery(id)),
    queryClient.ensureQueryData(newestRunQuery(id)),
    queryClient.ensureQueryData(platformsQuery(slug)),
  ])
}
