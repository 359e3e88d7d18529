import { useQuery } from '@tanstack/react-query'
import { formatCost } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'

/** What one more prompt costs per month. Nothing when no price is known or the answers are free. */
export function PromptCost() {
  const { slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const { data } = useQuery({
    ...read('GET /api/brands/:brand/prompt-cost', { params: { brand: slug } }),
    enabled: mayWrite,
  })
  if (!data?.cost_micros) return null
  return t('discovery.candidates.cost', { cost: formatCost(data.cost_micros), queries: data.queries })
}
