import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { roleLabels, roleMeanings } from '../../vocabulary/accounts.ts'
import { api, invalidate } from '../api.ts'
import { SelectField, TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { textOf } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { BrandAccessField, brandIdsIn, limitedRoles } from './BrandAccessField.tsx'
import { ShowOnceDialog } from './ShowOnceDialog.tsx'

const invitedRoles = ['admin', 'member', 'viewer'] as const

/** No email is sent: the link is the invitation, and it is shown only once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [role, setRole] = useState('member')
  const invite = useMutation({
    mutationFn: (values: FormData) => {
      const role = invitedRoles.find((each) => each === textOf(values, 'role')) ?? 'viewer'
      const brand_ids = limitedRoles.includes(role) ? brandIdsIn(values) : null
      return api('POST /api/invitations', { body: { email: textOf(values, 'email'), role, brand_ids } })
    },
    onSuccess: () => invalidate(queryClient, 'GET /api/invitations'),
  })
  if (invite.data) {
    return (
      <ShowOnceDialog title="Share this link" label="Link" value={invite.data.link} onClose={onClose}>
        Send it to {invite.data.invitation.email} yourself; Ansight does not send email. It works once,
        expires after seven days, and is shown only now.
      </ShowOnceDialog>
    )
  }
  return (
    <FormDialog
      title="Invite member"
      action="Create invite link"
      mutation={invite}
      onClose={onClose}
      fieldOf={{ conflict: 'email' }}
    >
      <TextField label="Email" name="email" type="email" required autoComplete="off" />
      <SelectField label="Role" name="role" value={role} onChange={({ target }) => setRole(target.value)}>
        <Options of={invitedRoles.map((role) => [role, `${roleLabels[role]}: ${roleMeanings[role]}`])} />
      </SelectField>
      {limitedRoles.includes(role) && <BrandAccessField chosen={null} />}
    </FormDialog>
  )
}
