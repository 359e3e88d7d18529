import { Link } from '@tanstack/react-router'
import { t } from '../../../vocabulary/texts.ts'
import { type OwnOrganization, useOrganizations } from '../../session/useOrganizations.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, buttonClasses } from '../../ui/Button.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/page/Panel.tsx'

/** The organizations of the person; nothing without any. */
export function OrganizationsPanel() {
  const { organizations, change } = useOrganizations()
  if (organizations.length === 0) return null
  return (
    <Panel heading="h2" title={t('accounts.page.organizations.title')}>
      <ErrorNotice error={change.error} className="mb-3" />
      <ul className="divide-y divide-line">
        {organizations.map((each) => (
          <OrganizationRow key={each.id} organization={each} onOpen={() => change.mutate(each)} />
        ))}
      </ul>
    </Panel>
  )
}

type OrganizationRowProps = { organization: OwnOrganization; onOpen(): void }

function OrganizationRow({ organization: { name, role, is_current }, onOpen }: OrganizationRowProps) {
  const label = t('accounts.page.organizations.openOne', { name })
  const text = t('accounts.page.organizations.open')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {name}
          {is_current && <Badge tone="accent">{t('accounts.page.organizations.current')}</Badge>}
        </p>
        <p className="text-sm text-muted">{t(`labels.role.${role}`)}</p>
      </div>
      {is_current ? (
        <Link to="/dashboard" aria-label={label} className={buttonClasses('secondary', 'small')}>
          {text}
        </Link>
      ) : (
        <Button size="small" aria-label={label} onClick={onOpen}>
          {text}
        </Button>
      )}
    </li>
  )
}
