import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '../../../vocabulary/texts.ts'
import { api } from '../../api.ts'
import { DeliveryLog } from '../../notifications/DeliveryLog.tsx'
import { Section } from '../../ui/page/Section.tsx'
import type { OpportunityDetail } from '../queries.ts'

const pageSize = 10

export function DeliverySection({ opportunity: { id } }: { opportunity: OpportunityDetail }) {
  const log = useInfiniteQuery({
    queryKey: ['GET /api/content/:id/deliveries', id],
    queryFn: ({ pageParam }) =>
      api('GET /api/content/:id/deliveries', {
        params: { id },
        query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
  })
  return (
    <Section title={t('webhooks.deliveries.title')}>
      <DeliveryLog log={log} empty={t('webhooks.deliveries.emptyForOpportunity')} />
    </Section>
  )
}
