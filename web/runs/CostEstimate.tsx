import { useQuery } from '@tanstack/react-query'
import { formatCost } from '../../vocabulary/formats.ts'
import type { Platform } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'

type CostEstimateProps = {
  brandId: string
  platforms: readonly Platform[]
  /** All active prompts without it. */
  promptIds?: readonly string[] | undefined
}

/** The estimated cost of a run; renders nothing if it is free. */
export function CostEstimate({ brandId, platforms, promptIds }: CostEstimateProps) {
  const body = { brandId, platforms: platforms.toSorted(), ...(promptIds && { promptIds: [...promptIds] }) }
  const { data } = useQuery({
    queryKey: ['POST /api/tracking/estimate', body],
    queryFn: () => api('POST /api/tracking/estimate', { body }),
    enabled: platforms.length > 0,
    placeholderData: (old) => old,
    retry: false,
  })
  if (!data || data.costMicros === 0) return null
  return t('runs.startRun.cost', { cost: formatCost(data.costMicros) })
}
