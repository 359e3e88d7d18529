import { t } from '../../vocabulary/texts.ts'
import type { Returns } from '../api.ts'
import { basePath } from '../base-path.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SignInLayout } from './SignInLayout.tsx'

type Test = NonNullable<Returns<'POST /api/auth/providers/finish'>['test']>

/** What the provider said in a test sign-in, and which role would result; a button of the installation gives none. */
export function TestResult({ test: { claims, email, role, problem } }: { test: Test }) {
  return (
    <SignInLayout title={t('accounts.sso.test.title')} lead={t('accounts.sso.test.lead')}>
      <div className="space-y-5">
        <Notice tone={problem === null ? 'good' : 'caution'}>
          {problem ??
            (role === null
              ? t('accounts.sso.test.resultOfButton', { email: email ?? '' })
              : t('accounts.sso.test.result', { email: email ?? '', role: t(`labels.role.${role}`) }))}
        </Notice>
        <div>
          <h2 className="mb-2 text-sm font-medium">{t('accounts.sso.test.claims')}</h2>
          <dl className="divide-y divide-line rounded-lg border border-line text-sm">
            {Object.entries(claims).map(([name, value]) => (
              <div key={name} className="grid grid-cols-[8rem_1fr] gap-2 px-3 py-2">
                <dt className="font-mono text-muted [overflow-wrap:anywhere]">{name}</dt>
                <dd className="font-mono [overflow-wrap:anywhere]">
                  {typeof value === 'string' ? value : JSON.stringify(value)}
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <a href={`${basePath}/dashboard/settings/sso`} className={buttonClasses('secondary')}>
          {t('accounts.sso.test.back')}
        </a>
      </div>
    </SignInLayout>
  )
}
