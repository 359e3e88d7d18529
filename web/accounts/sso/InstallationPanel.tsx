import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../../vocabulary/texts.ts'
import { api, type Returns } from '../../api.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { ErrorNotice, Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { providerNames } from '../ProviderButtons.tsx'
import { serviceStatus } from '../queries.ts'

type SignInButton = NonNullable<Returns<'GET /api/sso'>['buttons']>[number]

/** What the settings of the service configure for every organization, with a test of each. */
export function InstallationPanel({ buttons }: { buttons: readonly SignInButton[] }) {
  return (
    <Panel title={t('accounts.sso.installation.title')} lead={t('accounts.sso.installation.lead')}>
      <ul className="max-w-xl divide-y divide-line">
        <EmailRow />
        {buttons.map((button) => (
          <ButtonRow key={button.provider} button={button} />
        ))}
      </ul>
    </Panel>
  )
}

function EmailRow() {
  const { email } = useCurrentUser()
  const { data: status } = useSuspenseQuery(serviceStatus)
  const test = useMutation({ mutationFn: () => api('POST /api/organization/test-email') })
  return (
    <Row
      title={t('accounts.sso.installation.email')}
      isSetUp={status.sends_email}
      action={
        <Button size="small" busy={test.isPending} onClick={() => test.mutate()}>
          {t('accounts.sso.installation.sendTest')}
        </Button>
      }
      settings="SMTP_URL, SMTP_FROM"
    >
      <p className="text-sm text-muted">{t('accounts.sso.installation.emailUse')}</p>
      <ErrorNotice error={test.error} />
      {test.data && (
        <Notice tone={test.data.error === null ? 'good' : 'bad'} live>
          {test.data.error ?? t('accounts.sso.installation.sent', { email })}
        </Notice>
      )}
    </Row>
  )
}

function ButtonRow({ button: { provider, redirect_uri, is_set_up } }: { button: SignInButton }) {
  const name = providerNames[provider]
  const test = useMutation({
    mutationFn: () => api('POST /api/sso/test', { body: { provider } }),
    onSuccess: ({ url }) => location.assign(url),
  })
  const setting = provider.toUpperCase()
  return (
    <Row
      title={t('accounts.sso.installation.button', { provider: name })}
      isSetUp={is_set_up}
      action={
        <Button size="small" busy={test.isPending} onClick={() => test.mutate()}>
          {t('accounts.sso.installation.test', { provider: name })}
        </Button>
      }
      settings={`${setting}_CLIENT_ID, ${setting}_CLIENT_SECRET`}
    >
      <CopyField
        label={t('accounts.sso.installation.redirectUri', { provider: name })}
        value={redirect_uri}
      />
      <ErrorNotice error={test.error} />
    </Row>
  )
}

/** `settings`: the settings of the service that configure it. */
type RowProps = { title: string; isSetUp: boolean; action: ReactNode; settings: string; children: ReactNode }

function Row({ title, isSetUp, action, settings, children }: RowProps) {
  return (
    <li className="space-y-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {title}
          <Badge tone={isSetUp ? 'good' : 'plain'}>
            {isSetUp ? t('accounts.sso.installation.isSetUp') : t('accounts.sso.installation.isNotSetUp')}
          </Badge>
        </p>
        {isSetUp && action}
      </div>
      {!isSetUp && (
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          {t('accounts.sso.installation.settings', { names: settings })}
        </p>
      )}
      {children}
    </li>
  )
}
