import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, invalidate, type Returns } from '../api.ts'
import { members } from '../session/queries.ts'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { BrandAccessField, brandIdsIn } from './BrandAccessField.tsx'
import { copy } from './copy.ts'

type Member = Returns<'GET /api/members'>['items'][number]

/** The brands a member can access. Their API keys have the same access. */
export function MemberBrandsDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (values: FormData) =>
      api('PATCH /api/members/:user', {
        params: { user: member.user_id },
        body: { brand_ids: brandIdsIn(values) },
      }),
    onSuccess: async () => {
      onClose()
      await invalidate(queryClient, members.queryKey)
    },
  })
  return (
    <FormDialog
      title={copy.members.brandAccessOf(member.name)}
      action={copy.brandAccess.save}
      mutation={save}
      onClose={onClose}
    >
      <BrandAccessField chosen={member.brand_ids} />
    </FormDialog>
  )
}
