import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { SelectField, TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { useChange } from '../useChange.ts'
import { BrandAccessField, brandIdsIn, limitedRoles } from './BrandAccessField.tsx'
import { ShowOnceDialog } from './ShowOnceDialog.tsx'

const invitedRoles = ['admin', 'editor', 'viewer', 'client'] as const

/**
 * The link is the invitation, and it is shown only once. If SMTP is configured, it is also emailed. `clientOf`: the brand that is
 * chosen at first, for a client.
 */
export function InviteDialog({ clientOf, onClose }: { clientOf?: string; onClose: () => void }) {
  const [role, setRole] = useState(clientOf === undefined ? 'editor' : 'client')
  const invite = useChange(
    (values: FormData) => {
      const role = invitedRoles.find((each) => each === getText(values, 'role')) ?? 'viewer'
      const brand_ids = limitedRoles.includes(role) ? brandIdsIn(values) : null
      return api('POST /api/invitations', { body: { email: getText(values, 'email'), role, brand_ids } })
    },
    ['GET /api/invitations'],
  )
  if (invite.data) {
    return (
      <ShowOnceDialog
        title={t('accounts.inviteDialog.linkTitle')}
        label={t('accounts.inviteDialog.link')}
        value={invite.data.link}
        onClose={onClose}
      >
        {noteOn(invite.data)}
      </ShowOnceDialog>
    )
  }
  return (
    <FormDialog
      title={t('accounts.inviteDialog.title')}
      action={t('accounts.inviteDialog.submit')}
      mutation={invite}
      onClose={onClose}
      fieldByErrorCode={{ conflict: 'email' }}
    >
      <TextField label={t('accounts.account.email')} name="email" type="email" required autoComplete="off" />
      <SelectField
        label={t('accounts.inviteDialog.role')}
        name="role"
        value={role}
        onChange={({ target }) => setRole(target.value)}
      >
        <Options
          of={invitedRoles.map((role) => [
            role,
            `${t(`labels.role.${role}`)}: ${t(`labels.roleMeaning.${role}`)}`,
          ])}
        />
      </SelectField>
      {limitedRoles.includes(role) && (
        <BrandAccessField
          chosen={clientOf === undefined ? null : [clientOf]}
          isSelection={role === 'client'}
        />
      )}
    </FormDialog>
  )
}

function noteOn({ invitation, email }: Returns<'POST /api/invitations'>): string {
  if (email.status === 'sent') return t('notifications.invitation.sent', { email: invitation.email })
  if (email.status === 'failed')
    return t('notifications.invitation.failed', { error: email.error ?? '', email: invitation.email })
  return t('accounts.inviteDialog.linkNote', { email: invitation.email })
}
