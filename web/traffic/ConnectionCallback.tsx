import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { SignInLayout } from '../accounts/SignInLayout.tsx'
import { basePath } from '../base-path.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { finishedConnectionQuery } from './queries.ts'

/** The page that Google redirects the browser to after a consent. */
export function ConnectionCallback() {
  const router = useRouter()
  const { data, error } = useQuery(finishedConnectionQuery(location.search.slice(1)))
  useEffect(() => {
    // The address contains a code of Google, which is used up.
    if (data) router.history.replace(`/dashboard/brands/${data.brand_slug}/traffic/search`)
  }, [data, router])
  return (
    <SignInLayout title={t('traffic.search.finishTitle')} lead={t('traffic.search.finishLead')}>
      <ErrorNotice error={error} className="mb-5" />
      {error && (
        <a href={`${basePath}/dashboard`} className={buttonClasses('secondary')}>
          {t('traffic.search.back')}
        </a>
      )}
    </SignInLayout>
  )
}
