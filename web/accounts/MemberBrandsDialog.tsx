import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, invalidate, type Returns } from '../api.ts'
import { organization } from '../session/queries.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/form/Form.tsx'
import { BrandAccessField, brandIdsIn } from './BrandAccessField.tsx'

type Member = Returns<'GET /api/organization'>['members'][number]

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
      await invalidate(queryClient, organization.queryKey)
    },
  })
  return (
    <Dialog title={`Brand access of ${member.name}`} onClose={onClose}>
      <Form error={save.error} onSubmit={save.mutate}>
        <BrandAccessField chosen={member.brand_ids} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
