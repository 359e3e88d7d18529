import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { members } from '../session/queries.ts'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { useChange } from '../useChange.ts'
import { BrandAccessField, brandIdsIn } from './BrandAccessField.tsx'

type Member = Returns<'GET /api/members'>['items'][number]
type MemberBrandsDialogProps = {
  member: Member
  /** Saved with the brands; a client needs some. */
  role: Member['role']
  onClose: () => void
}

/** The brands a member can access. Their API keys have the same access. */
export function MemberBrandsDialog({ member, role, onClose }: MemberBrandsDialogProps) {
  const save = useChange(
    (values: FormData) =>
      api('PATCH /api/members/:user', {
        params: { user: member.user_id },
        body: { ...(role !== member.role && { role }), brand_ids: brandIdsIn(values) },
      }),
    [members.queryKey, 'GET /api/organization'],
    onClose,
  )
  return (
    <FormDialog
      title={t('accounts.members.brandAccessOf', { name: member.name })}
      action={t('accounts.brandAccess.save')}
      mutation={save}
      onClose={onClose}
    >
      <BrandAccessField chosen={member.brand_ids} isSelection={role === 'client'} />
    </FormDialog>
  )
}
