import { useQuery } from '@tanstack/react-query'
import { formatCost } from '../../vocabulary/formats.ts'
import type { Platform } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'

/** The estimated cost of a run; renders nothing if it is free. */
export function CostEstimate({ brandId, platforms }: { brandId: string; platforms: readonly Platform[] }) {
  const { data } = useQuery({
    queryKey: ['POST /api/tracking/estimate', brandId, platforms.toSorted()],
    queryFn: () => api('POST /api/tracking/estimate', { body: { brandId, platforms: platforms.toSorted() } }),
    enabled: platforms.length > 0,
    placeholderData: (old) => old,
    retry: false,
  })
  if (!data || data.costMicros === 0) return null
  return t('runs.startRun.cost', { cost: formatCost(data.costMicros) })
}
