import { ChevronDown, Send } from 'lucide-react'
import { useState } from 'react'
import type { OpportunityStatus } from '../../vocabulary/opportunities.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { useChange } from '../useChange.ts'
import type { Opportunity } from './queries.ts'
import { contentAddresses } from './queries.ts'
import { StatusMenu } from './StatusMenu.tsx'
import { ConnectWebhook, useIsConnected } from './webhooks/ConnectWebhook.tsx'
import { SendDialog } from './webhooks/SendDialog.tsx'

/** The maximum of one request. */
const maxPerRequest = 100

type BulkActionsProps = { rows: Opportunity[]; chosen: Opportunity[]; onChooseAll(isOn: boolean): void }

/** Actions for all selected opportunities. */
export function BulkActions({ rows, chosen, onChooseAll }: BulkActionsProps) {
  const [sending, setSending] = useState<'only' | 'or mark' | null>(null)
  const isConnected = useIsConnected()
  const ids = chosen.map(({ id }) => id)
  const change = useChange(
    (status: OpportunityStatus) => api('POST /api/content/bulk/status', { body: { ids, status } }),
    contentAddresses,
    () => {
      onChooseAll(false)
    },
  )
  const mayAct = ids.length > 0 && ids.length <= maxPerRequest
  const isEvery = chosen.length === rows.length
  return (
    <div className="mb-3 space-y-3">
      <div className="flex min-h-9.5 flex-wrap items-center gap-x-4 gap-y-2 px-4 text-sm sm:px-5">
        <label className="flex items-center gap-3">
          <input
            type="checkbox"
            checked={isEvery}
            ref={(box) => {
              if (box) box.indeterminate = chosen.length > 0 && !isEvery
            }}
            onChange={({ target }) => onChooseAll(target.checked)}
            className="size-4 accent-accent"
          />
          {t('opportunities.bulkActions.selectAll', { count: rows.length })}
        </label>
        <p role="status" className="text-muted">
          {chosen.length > 0 && t('opportunities.bulkActions.selected', { count: chosen.length })}
          {chosen.length > maxPerRequest && t('opportunities.bulkActions.maximum', { count: maxPerRequest })}
          {chosen.length === 0 &&
            change.data &&
            t('opportunities.bulkActions.updated', { count: change.data.updated })}
        </p>
        {mayAct && (
          <div className="flex flex-wrap items-center gap-2">
            <StatusMenu
              status={null}
              onChoose={(status) => (status === 'sent' ? setSending('or mark') : change.mutate(status))}
            >
              <Button busy={change.isPending}>
                {t('opportunities.statusMenu.setStatus')}
                <ChevronDown aria-hidden className="size-4" />
              </Button>
            </StatusMenu>
            {isConnected ? (
              <Button onClick={() => setSending('only')}>
                <Send aria-hidden className="size-4" />
                {t('opportunities.bulkActions.send')}
              </Button>
            ) : (
              <ConnectWebhook />
            )}
          </div>
        )}
      </div>
      <ErrorNotice error={change.error} />
      {sending && (
        <SendDialog
          ids={ids}
          what={t('opportunities.bulkActions.what', { count: ids.length })}
          {...(sending === 'or mark' && { onMark: () => change.mutate('sent') })}
          onClose={() => setSending(null)}
        />
      )}
    </div>
  )
}
