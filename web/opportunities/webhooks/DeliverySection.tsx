import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '../../../vocabulary/texts.ts'
import { readPages } from '../../api.ts'
import { DeliveryLog } from '../../notifications/DeliveryLog.tsx'
import { Section } from '../../ui/page/Section.tsx'
import type { OpportunityDetail } from '../queries.ts'

const pageSize = 10

export function DeliverySection({ opportunity: { id } }: { opportunity: OpportunityDetail }) {
  const log = useInfiniteQuery(
    readPages('GET /api/content/:id/deliveries', { params: { id }, query: { limit: pageSize } }),
  )
  return (
    <Section title={t('webhooks.deliveries.title')}>
      <DeliveryLog log={log} empty={t('webhooks.deliveries.emptyForOpportunity')} />
    </Section>
  )
}
