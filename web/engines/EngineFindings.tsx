import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, read } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'

/** The server asks the vendors at most once a day. */
const engineChecks = { ...read('GET /api/engine-checks'), retry: false }

/** What the checks of the engines found, with a button that checks again. */
export function EngineFindings() {
  const queryClient = useQueryClient()
  const { data } = useQuery(engineChecks)
  const check = useMutation({
    mutationFn: () => api('POST /api/engine-checks'),
    onSuccess: (checked) => queryClient.setQueryData(engineChecks.queryKey, checked),
  })
  if (!data || data.items.length === 0) return null
  const findings = data.items.flatMap((item) => item.findings)
  return (
    <section aria-label={t('engines.checks.title')} className="mb-4 space-y-2">
      {findings.map(({ kind, severity, message }) => (
        <Notice key={`${kind} ${message}`} tone={severity === 'fail' ? 'bad' : 'caution'}>
          {message}
        </Notice>
      ))}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
        <p>
          {findings.length === 0 && t('engines.checks.passed')}{' '}
          {data.checked_at !== null && t('engines.checks.checkedAt', { time: formatTime(data.checked_at) })}
        </p>
        <Button size="small" busy={check.isPending} onClick={() => check.mutate()}>
          <RefreshCw aria-hidden className="size-4" />
          {t('engines.checks.checkNow')}
        </Button>
      </div>
      <ErrorNotice error={check.error} />
    </section>
  )
}
