import { useNavigate } from '@tanstack/react-router'
import { FlaskConical, Trash2 } from 'lucide-react'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { brandsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { useChange } from '../useChange.ts'

/** Says on every screen of a demo brand that its data are invented, and removes it with one press. */
export function DemoBar() {
  const { brand, slug } = useBrand()
  const { seesOrganization } = useCurrentUser()
  const navigate = useNavigate()
  const remove = useChange(
    () => api('DELETE /api/brands/:brand', { params: { brand: slug } }),
    [brandsQuery.queryKey, 'GET /api/portfolio'],
    () => void navigate({ to: '/dashboard' }),
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg bg-caution-soft px-3 py-1 text-sm text-caution">
        <FlaskConical aria-hidden className="size-4 shrink-0" />
        <p className="min-w-0 flex-1">
          <strong className="font-semibold">{t('demo.bar.title')}</strong>{' '}
          <span className="max-sm:hidden">{t('demo.bar.text', { brand: brand.name })}</span>
        </p>
        {seesOrganization && (
          <Button size="small" busy={remove.isPending} onClick={() => remove.mutate()}>
            <Trash2 aria-hidden className="size-4" />
            {t('demo.bar.remove')}
          </Button>
        )}
      </div>
      <ErrorNotice error={remove.error} className="mb-3" />
    </>
  )
}
