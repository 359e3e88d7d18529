import { t } from '../../../vocabulary/texts.ts'
import { api } from '../../api.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { useChange } from '../../useChange.ts'

/** Requests another check of the source's cited pages, which runs in the background. */
export function CheckAgain({ domain }: { domain: string }) {
  const { brand } = useBrand()
  const { mayWrite } = useCurrentUser()
  const check = useChange(
    () => api('POST /api/brands/:brand/cited-pages/check', { params: { brand: brand.id }, body: { domain } }),
    ['GET /api/metrics/source-detail'],
  )
  if (!mayWrite || brand.is_demo) return null
  if (check.data)
    return (
      <p role="status" className="text-xs text-muted">
        {t('citations.panel.checkRequested', { count: check.data.requested })}
      </p>
    )
  return (
    <>
      <button
        type="button"
        className="link text-xs"
        disabled={check.isPending}
        onClick={() => check.mutate()}
      >
        {t('citations.panel.checkAgain')}
      </button>
      <ErrorNotice error={check.error} />
    </>
  )
}
