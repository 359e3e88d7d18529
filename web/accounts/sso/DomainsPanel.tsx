import { formatLocalDay } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { api, type Returns } from '../../api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { TextField } from '../../ui/form/Field.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { getText } from '../../ui/form/form-values.ts'
import { ErrorNotice, Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { useChange } from '../../useChange.ts'
import { ssoQuery } from '../queries.ts'

type Domain = Returns<'GET /api/sso'>['domains'][number]

/** The domains whose addresses sign in with the provider. */
export function DomainsPanel({ domains }: { domains: readonly Domain[] }) {
  const add = useChange(
    (values: FormData) => api('POST /api/sso/domains', { body: { domain: getText(values, 'domain') } }),
    [ssoQuery.queryKey],
  )
  return (
    <Panel title={t('accounts.sso.domains.title')} lead={t('accounts.sso.domains.lead')}>
      <div className="max-w-xl space-y-5">
        {domains.length > 0 && (
          <ul className="divide-y divide-line">
            {domains.map((domain) => (
              <DomainRow key={domain.id} domain={domain} />
            ))}
          </ul>
        )}
        <Form error={add.error} onSubmit={add.mutate} className="flex items-start gap-2">
          <TextField
            label={t('accounts.sso.domains.field')}
            name="domain"
            required
            placeholder="acme.com"
            autoComplete="off"
          />
          <Button type="submit" className="mt-6" busy={add.isPending}>
            {t('accounts.sso.domains.add')}
          </Button>
        </Form>
      </div>
    </Panel>
  )
}

function DomainRow({ domain: { id, domain, txt_record, verified_at, missing_since } }: { domain: Domain }) {
  const params = { sso_domain: id }
  const verify = useChange(
    () => api('POST /api/sso/domains/:sso_domain/verify', { params }),
    [ssoQuery.queryKey],
  )
  const remove = useChange(() => api('DELETE /api/sso/domains/:sso_domain', { params }), [ssoQuery.queryKey])
  const needsRecord = verified_at === null || missing_since !== null
  return (
    <li className="space-y-3 py-3 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex min-w-0 flex-1 basis-48 flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {domain}
          <Badge tone={verified_at === null ? 'plain' : 'good'}>
            {verified_at === null
              ? t('accounts.sso.domains.unverified')
              : t('accounts.sso.domains.verified', { day: formatLocalDay(verified_at) })}
          </Badge>
        </p>
        <ConfirmButton
          size="small"
          label={t('accounts.sso.domains.remove')}
          aria-label={t('accounts.sso.domains.removeOne', { domain })}
          title={t('accounts.sso.domains.removeOne', { domain })}
          mutation={remove}
        >
          {t('accounts.sso.domains.removeWarning')}
        </ConfirmButton>
      </div>
      {missing_since !== null && (
        <Notice tone="caution">
          {t('accounts.sso.domains.missing', { day: formatLocalDay(missing_since) })}
        </Notice>
      )}
      {needsRecord && <CopyField label={t('accounts.sso.domains.record')} value={txt_record} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" busy={verify.isPending} onClick={() => verify.mutate()}>
          {t('accounts.sso.domains.check')}
        </Button>
        {verify.isSuccess && (
          <p role="status" className="text-sm text-muted">
            {t('accounts.sso.domains.found')}
          </p>
        )}
      </div>
      <ErrorNotice error={verify.error} />
    </li>
  )
}
