import { t } from '../../../vocabulary/texts.ts'
import { ApiError } from '../../api.ts'
import { Button } from '../Button.tsx'
import { Notice } from '../Notice.tsx'

/** The error of a query with a retry button; nothing without an error. */
export function QueryError({
  query: { error, refetch },
}: {
  query: { error: Error | null; refetch: () => unknown }
}) {
  if (!error) return null
  return (
    <div className="mb-6">
      <Notice tone="bad" live>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span>
            {error.message}
            {error instanceof ApiError && error.status >= 500 && error.requestId !== null && (
              <code className="mt-0.5 block font-mono text-xs">{error.requestId}</code>
            )}
          </span>
          <Button size="small" onClick={() => refetch()}>
            {t('ui.tryAgain')}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
