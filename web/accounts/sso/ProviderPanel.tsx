import { useMutation } from '@tanstack/react-query'
import { t } from '../../../vocabulary/texts.ts'
import { api, type Returns } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { SelectField, TextField } from '../../ui/form/Field.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { getText } from '../../ui/form/form-values.ts'
import { SaveButton } from '../../ui/form/SaveButton.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { useChange } from '../../useChange.ts'
import { ssoQuery } from '../queries.ts'

type Sso = Returns<'GET /api/sso'>

/** The application at the provider. A test visits the provider and changes nothing. */
export function ProviderPanel({ sso: { provider, redirect_uri } }: { sso: Sso }) {
  const test = useMutation({
    mutationFn: () => api('POST /api/sso/test', { body: { provider: null } }),
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <Panel
      title={t('accounts.sso.provider.title')}
      lead={t('accounts.sso.provider.lead')}
      actions={
        provider && (
          <>
            <Button busy={test.isPending} onClick={() => test.mutate()}>
              {t('accounts.sso.provider.test')}
            </Button>
            <RemoveButton />
          </>
        )
      }
    >
      <div className="max-w-xl space-y-5">
        <ErrorNotice error={test.error} />
        <CopyField label={t('accounts.sso.provider.redirectUri')} value={redirect_uri} />
        <ProviderForm key={provider?.issuer} provider={provider} />
      </div>
    </Panel>
  )
}

function ProviderForm({ provider }: { provider: Sso['provider'] }) {
  const save = useChange(
    (values: FormData) => {
      const secret = getText(values, 'client_secret')
      const role = getText(values, 'default_role')
      return api('PUT /api/sso/provider', {
        body: {
          issuer: getText(values, 'issuer'),
          client_id: getText(values, 'client_id'),
          ...(secret !== '' && { client_secret: secret }),
          groups_claim: getText(values, 'groups_claim'),
          default_role: role === 'editor' || role === 'viewer' ? role : null,
        },
      })
    },
    [ssoQuery.queryKey],
  )
  return (
    <Form error={save.error} onSubmit={save.mutate}>
      <TextField
        label={t('accounts.sso.provider.issuer')}
        name="issuer"
        type="url"
        required
        defaultValue={provider?.issuer}
        placeholder="https://acme.okta.com"
        hint={t('accounts.sso.provider.issuerHint')}
      />
      <TextField
        label={t('accounts.sso.provider.clientId')}
        name="client_id"
        required
        autoComplete="off"
        defaultValue={provider?.client_id}
      />
      <TextField
        label={t('accounts.sso.provider.clientSecret')}
        name="client_secret"
        type="password"
        required={provider === null}
        saysOptional={false}
        autoComplete="off"
        hint={provider === null ? undefined : t('accounts.sso.provider.clientSecretHint')}
      />
      <TextField
        label={t('accounts.sso.provider.groupsClaim')}
        name="groups_claim"
        required
        defaultValue={provider?.groups_claim ?? 'groups'}
        hint={t('accounts.sso.provider.groupsClaimHint')}
      />
      <SelectField
        label={t('accounts.sso.provider.defaultRole')}
        name="default_role"
        defaultValue={provider === null ? 'viewer' : (provider.default_role ?? '')}
        hint={t('accounts.sso.provider.defaultRoleHint')}
      >
        <option value="viewer">{t('labels.role.viewer')}</option>
        <option value="editor">{t('labels.role.editor')}</option>
        <option value="">{t('accounts.sso.provider.noDefaultRole')}</option>
      </SelectField>
      <SaveButton mutation={save} look="primary">
        {t('accounts.sso.provider.save')}
      </SaveButton>
    </Form>
  )
}

function RemoveButton() {
  const remove = useChange(() => api('DELETE /api/sso/provider'), [ssoQuery.queryKey])
  return (
    <ConfirmButton
      look="risky"
      label={t('accounts.sso.provider.remove')}
      title={t('accounts.sso.provider.removeTitle')}
      mutation={remove}
    >
      {t('accounts.sso.provider.removeWarning')}
    </ConfirmButton>
  )
}
