import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { organization, session } from '../session/queries.ts'
import { useOrganizations } from '../session/useOrganizations.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/form/Form.tsx'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'
import { BrandAccessField, brandIdsIn } from './BrandAccessField.tsx'
import { consentQuery } from './queries.ts'
import { ScopesField, scopesIn } from './ScopesField.tsx'
import { SignInLayout } from './SignInLayout.tsx'

type App = Returns<'GET /api/consents/:uid'>['app']

/** Asks the person whether an app may use Ansight for them, and within which limits. */
export function ConsentPage() {
  const { uid } = useParams({ from: '/oauth/consent/$uid' })
  const { data: consent } = useSuspenseQuery(consentQuery(uid))
  const { data: current } = useSuspenseQuery(session)
  const { data: shown } = useSuspenseQuery(organization)
  // The browser leaves for the app.
  const onSuccess = ({ url }: { url: string }) => location.assign(url)
  const approve = useMutation({
    mutationFn: (values: FormData) =>
      api('POST /api/consents/:uid/approve', {
        params: { uid },
        body: {
          organization_id: consent.organization.id,
          scopes: scopesIn(values),
          brand_ids: brandIdsIn(values),
        },
      }),
    onSuccess,
  })
  const deny = useMutation({
    mutationFn: () => api('POST /api/consents/:uid/deny', { params: { uid } }),
    onSuccess,
  })
  const isBusy = approve.isPending || deny.isPending || approve.isSuccess || deny.isSuccess
  const { role } = shown.member
  return (
    <SignInLayout
      title={t('oauth.consent.title')}
      lead={t('oauth.consent.question', { name: consent.app.name })}
      foot={current && t('oauth.consent.signedInAs', { email: current.user.email })}
    >
      <AppFacts app={consent.app} />
      <Form error={approve.error ?? deny.error} onSubmit={approve.mutate}>
        <OrganizationField name={consent.organization.name} />
        <ScopesField
          asked={consent.scopes}
          mayManage={role === 'owner' || role === 'admin'}
          legend={t('oauth.consent.scopes')}
        />
        <BrandAccessField chosen={null} legend={t('oauth.consent.brands')} />
        <p className="text-sm text-muted">{t('oauth.consent.withinYourRole')}</p>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={isBusy}>
            {t('oauth.consent.allow')}
          </Button>
          <Button busy={isBusy} onClick={() => deny.mutate()}>
            {t('oauth.consent.deny')}
          </Button>
        </div>
      </Form>
    </SignInLayout>
  )
}

/** Who asks, as far as it is known. */
function AppFacts({ app }: { app: App }) {
  return (
    <div className="mb-5 space-y-3">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm [overflow-wrap:anywhere]">
        {app.host !== null && (
          <>
            <dt className="text-muted">{t('oauth.consent.publishedBy')}</dt>
            <dd className="font-medium">{app.host}</dd>
          </>
        )}
        <dt className="text-muted">{t('oauth.consent.accessGoesTo')}</dt>
        <dd className="font-medium">{app.redirect_host}</dd>
      </dl>
      <p className="text-sm text-muted">{t('oauth.consent.unverifiedName')}</p>
      {app.is_local && <Notice tone="caution">{t('oauth.consent.localWarning')}</Notice>}
    </div>
  )
}

/** The grant belongs to the organization that the session shows, so choosing another one switches to it. */
function OrganizationField({ name }: { name: string }) {
  const { organizations, change } = useOrganizations()
  const choices = organizations.filter(({ role }) => role !== 'client')
  const label = <span className="mb-1 block text-sm font-medium">{t('oauth.consent.organization')}</span>
  if (choices.length < 2)
    return (
      <div>
        {label}
        <p className="[overflow-wrap:anywhere]">{name}</p>
      </div>
    )
  return (
    <div>
      <label className="block">
        {label}
        <Select
          value={choices.find(({ is_current }) => is_current)?.id}
          disabled={change.isPending}
          onChange={({ target }) => {
            const chosen = choices.find(({ id }) => id === target.value)
            if (chosen) change.mutate(chosen)
          }}
          isWide
        >
          <Options of={choices.map((each) => [each.id, each.name])} />
        </Select>
      </label>
      <ErrorNotice error={change.error} className="mt-2" />
    </div>
  )
}
