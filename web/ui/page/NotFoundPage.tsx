import { t } from '../../../vocabulary/texts.ts'
import { basePath } from '../../base-path.ts'
import { buttonClasses } from '../Button.tsx'
import { PageTitle } from './Page.tsx'

export function NotFoundPage() {
  return (
    <div className="mx-auto max-w-lg px-4 py-16">
      <PageTitle>{t('ui.notFoundPage.title')}</PageTitle>
      <p className="font-medium text-accent-strong">{404}</p>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight">{t('ui.notFoundPage.title')}</h1>
      <p className="mt-2 text-muted">{t('ui.notFoundPage.reason')}</p>
      <a href={`${basePath}/dashboard`} className={`mt-6 ${buttonClasses('primary')}`}>
        {t('ui.notFoundPage.allBrands')}
      </a>
    </div>
  )
}
