import { useNavigate } from '@tanstack/react-router'
import { FlaskConical, X } from 'lucide-react'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { brandsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { ErrorNotice } from '../ui/Notice.tsx'
import { useChange } from '../useChange.ts'

/** In the top bar of every screen of a demo brand: its data are simulated, and one press removes it. */
export function DemoChip() {
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
      <p
        title={t('demo.bar.text', { brand: brand.name })}
        className="flex min-h-8 items-center gap-1.5 whitespace-nowrap rounded-md bg-caution-soft px-2.5 text-sm text-caution"
      >
        <FlaskConical aria-hidden className="size-4" />
        {t('demo.bar.title')}
        {seesOrganization && (
          <button
            type="button"
            aria-label={t('demo.bar.remove')}
            title={t('demo.bar.remove')}
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
            className="-mr-1.5 rounded-md p-1"
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </p>
      <ErrorNotice error={remove.error} />
    </>
  )
}
