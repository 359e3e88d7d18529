import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { formatLocalDay } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, invalidate, type Returns, read } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { members } from '../session/queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { DialogButton } from '../ui/DialogButton.tsx'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'
import { Section } from '../ui/page/Section.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { useChange } from '../useChange.ts'
import { limitedRoles } from './BrandAccessField.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { MemberBrandsDialog } from './MemberBrandsDialog.tsx'
import { ServiceAccounts } from './ServiceAccounts.tsx'

const invitations = read('GET /api/invitations', { query: { limit: 500 } })
type Member = Returns<'GET /api/members'>['items'][number]
type Role = Member['role']

export function MembersPage() {
  const { data } = useSuspenseQuery(members)
  const me = useCurrentUser()
  return (
    <Tab
      title={t('accounts.members.title')}
      within={t('accounts.settings.title')}
      lead={t('accounts.members.count', { members: data.items.length })}
      actions={
        me.mayManage && (
          <DialogButton look="primary" Icon={UserPlus} label={t('accounts.members.invite')}>
            {(onClose) => <InviteDialog onClose={onClose} />}
          </DialogButton>
        )
      }
    >
      <ul className="card divide-y divide-line">
        {data.items.map((member) => (
          <MemberRow key={member.user_id} member={member} />
        ))}
      </ul>
      <Roles />
      {me.mayManage && <OpenInvitations />}
      {me.mayManage && <ServiceAccounts />}
    </Tab>
  )
}

function MemberRow({ member }: { member: Member }) {
  const me = useCurrentUser()
  const queryClient = useQueryClient()
  /** The role that the dialog of brands saves, while it is open. */
  const [choosing, setChoosing] = useState<Role | null>(null)
  const change = useMutation({
    mutationFn: (role: Role) =>
      api('PATCH /api/members/:user', { params: { user: member.user_id }, body: { role } }),
    onSettled: () => invalidate(queryClient, members.queryKey, 'GET /api/organization'),
  })
  const remove = useChange(
    () => api('DELETE /api/members/:user', { params: { user: member.user_id } }),
    [members.queryKey, 'GET /api/organization'],
  )
  // Only owners can change owners.
  const mayChange = me.mayManage && (member.role !== 'owner' || me.role === 'owner')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium [overflow-wrap:anywhere]">
          {member.name}
          {member.user_id === me.id && (
            <span className="font-normal text-muted"> {t('accounts.members.you')}</span>
          )}{' '}
          {member.has_second_factor && <Badge tone="good">{t('accounts.members.secondFactor')}</Badge>}
        </p>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          {member.brand_ids === null
            ? t('accounts.members.detailsWithoutBrands', {
                email: member.email,
                joinedAt: formatLocalDay(member.created_at),
              })
            : t('accounts.members.details', {
                email: member.email,
                joinedAt: formatLocalDay(member.created_at),
                brands: member.brand_ids.length,
              })}
        </p>
      </div>
      {mayChange ? (
        <div className="flex items-center gap-2">
          <Select
            aria-label={t('accounts.members.roleOf', { name: member.name })}
            value={change.isPending ? change.variables : member.role}
            onChange={({ target }) => {
              const role = asRole(target.value)
              if (role === 'client') setChoosing(role)
              else change.mutate(role)
            }}
          >
            <Options of={rolesFor(me.role).map((role) => [role, t(`labels.role.${role}`)])} />
          </Select>
          {limitedRoles.includes(member.role) && (
            <Button
              size="small"
              aria-label={t('accounts.members.brandAccessOf', { name: member.name })}
              onClick={() => setChoosing(member.role)}
            >
              {t('accounts.members.brandAccess')}
            </Button>
          )}
          {member.user_id !== me.id && (
            <ConfirmButton
              size="small"
              aria-label={t('accounts.members.removeOne', { name: member.name })}
              label={t('accounts.members.remove')}
              title={t('accounts.removeMember.title', { name: member.name })}
              action={t('accounts.removeMember.action')}
              mutation={remove}
            >
              {t('accounts.removeMember.warning')}
            </ConfirmButton>
          )}
        </div>
      ) : (
        <Badge>{t(`labels.role.${member.role}`)}</Badge>
      )}
      <ErrorNotice error={change.error} className="basis-full" />
      {choosing !== null && (
        <MemberBrandsDialog member={member} role={choosing} onClose={() => setChoosing(null)} />
      )}
    </li>
  )
}

const allRoles = ['owner', 'admin', 'editor', 'viewer', 'client'] as const
const rolesFor = (own: Role) => (own === 'owner' ? allRoles : allRoles.filter((role) => role !== 'owner'))
const asRole = (value: string): Role => allRoles.find((role) => role === value) ?? 'viewer'

function Roles() {
  return (
    <dl className="mt-4 grid gap-x-6 gap-y-1 text-sm text-muted sm:grid-cols-2">
      {allRoles.map((role) => (
        <div key={role} className="flex gap-2">
          <dt className="font-medium text-ink">{t(`labels.role.${role}`)}</dt>
          <dd>{t(`labels.roleMeaning.${role}`)}</dd>
        </div>
      ))}
    </dl>
  )
}

function OpenInvitations() {
  const { data, error } = useQuery(invitations)
  if (error) return <Notice tone="bad">{error.message}</Notice>
  if (!data || data.items.length === 0) return null
  return (
    <Section title={t('accounts.openInvitations.title')} lead={t('accounts.openInvitations.lead')}>
      <ul className="card divide-y divide-line">
        {data.items.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Section>
  )
}

type Invitation = Returns<'GET /api/invitations'>['items'][number]

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const revoke = useChange(
    () => api('DELETE /api/invitations/:invitation', { params: { invitation: invitation.id } }),
    [invitations.queryKey],
  )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium [overflow-wrap:anywhere]">{invitation.email}</p>
        <p className="text-sm text-muted">
          {t('accounts.openInvitations.details', {
            role: t(`labels.role.${invitation.role}`),
            expiresAt: formatLocalDay(invitation.expires_at),
          })}
        </p>
      </div>
      <Button
        size="small"
        busy={revoke.isPending}
        aria-label={t('accounts.openInvitations.revokeFor', { email: invitation.email })}
        onClick={() => revoke.mutate()}
      >
        {t('accounts.openInvitations.revoke')}
      </Button>
      <ErrorNotice error={revoke.error} className="basis-full" />
    </li>
  )
}
