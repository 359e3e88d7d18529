import { useQuery } from '@tanstack/react-query'
import { formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Button } from '../ui/Button.tsx'
import { CopyField } from '../ui/CopyField.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SelectField, TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { expiryIn, getText } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { useChange } from '../useChange.ts'
import { linksQuery, type Report, reportKeys, type ShareLink } from './queries.ts'

/** Creates links to a report and revokes them. A draft is published with its first link. */
export function ShareDialog({ report, onClose }: { report: Report; onClose(): void }) {
  const { brand } = useBrand()
  const isDraft = report.published_at === null
  const create = useChange(
    async (values: FormData) => {
      const params = { report: report.id }
      if (isDraft) await api('POST /api/reports/:report/publish', { params })
      return api('POST /api/reports/:report/links', {
        params,
        body: {
          name: getText(values, 'name'),
          expires_at: expiryIn(values),
          password: getText(values, 'password') || null,
        },
      })
    },
    [linksQuery(report.id).queryKey, ...reportKeys(report.id)],
  )
  return (
    <Dialog title={t('reports.share.title')} onClose={onClose}>
      <p className="mb-4 text-muted">
        {isDraft && !create.data ? t('reports.page.publishNote') : t('reports.share.lead')}
      </p>
      {create.data ? (
        <>
          <CopyField label={t('reports.share.created')} value={create.data.url} />
          <p className="mb-4 text-sm text-muted">{t('reports.share.createdNote')}</p>
          {!create.data.link.has_password && (
            <CopyField label={t('reports.share.embed')} value={embedCode(create.data.url)} />
          )}
          <Button className="mt-4" onClick={onClose}>
            {t('reports.share.done')}
          </Button>
        </>
      ) : (
        <Form error={create.error} onSubmit={create.mutate}>
          <TextField
            label={t('reports.share.name')}
            name="name"
            required
            maxLength={100}
            defaultValue={brand.name}
          />
          <div className="flex flex-wrap gap-4">
            <SelectField label={t('reports.share.expiry')} name="expiry" defaultValue="30">
              <Options
                of={(['30', '7', '90', '0'] as const).map(
                  (days) => [days, t(`reports.share.expiries.${days}`)] as const,
                )}
              />
            </SelectField>
            <TextField
              label={t('reports.share.password')}
              name="password"
              type="password"
              minLength={8}
              maxLength={200}
              autoComplete="new-password"
              hint={t('reports.share.passwordHint')}
            />
          </div>
          <Button type="submit" look="primary" busy={create.isPending}>
            {isDraft ? t('reports.share.publishAndSubmit') : t('reports.share.submit')}
          </Button>
        </Form>
      )}
      <Links reportId={report.id} />
    </Dialog>
  )
}

/** The frame that shows the chart of the report on another site. */
const embedCode = (url: string): string =>
  `<iframe src="${url.replace('/share/', '/embed/')}/visibility" width="720" height="270" loading="lazy"></iframe>`

function Links({ reportId }: { reportId: string }) {
  const { data } = useQuery(linksQuery(reportId))
  if (!data || data.items.length === 0) return null
  return (
    <section className="mt-6 border-t border-line pt-4">
      <h3 className="mb-2 text-sm font-medium">{t('reports.share.links')}</h3>
      <ul className="grid max-h-56 gap-2 overflow-y-auto">
        {data.items.map((link) => (
          <li key={link.id} className="flex items-center justify-between gap-3 text-sm">
            <span className="min-w-0">
              <span className="block truncate font-medium">{link.name}</span>
              <span className="text-xs text-muted">{describeLink(link)}</span>
            </span>
            {getState(link) === null ? (
              <RevokeButton reportId={reportId} link={link} />
            ) : (
              <span className="text-xs text-muted">{getState(link)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const describeLink = ({ views, expires_at, has_password }: ShareLink): string =>
  [
    t('reports.share.views', { count: views }),
    expires_at === null
      ? t('reports.share.expiresNever')
      : t('reports.share.expires', { at: formatTime(expires_at) }),
    ...(has_password ? [t('reports.share.protected')] : []),
  ].join(' · ')

/** Why the link does not work; null: it does. */
function getState({ revoked_at, expires_at }: ShareLink): string | null {
  if (revoked_at !== null) return t('reports.share.revoked')
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? t('reports.share.expired') : null
}

function RevokeButton({ reportId, link }: { reportId: string; link: ShareLink }) {
  const revoke = useChange(
    () => api('DELETE /api/reports/:report/links/:link', { params: { report: reportId, link: link.id } }),
    [linksQuery(reportId).queryKey],
  )
  return (
    <Button look="risky" size="small" busy={revoke.isPending} onClick={() => revoke.mutate()}>
      {t('reports.share.revoke')}
    </Button>
  )
}
