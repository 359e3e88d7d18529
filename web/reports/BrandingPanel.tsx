import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { textOrNull } from '../ui/form/form-values.ts'
import { SaveButton } from '../ui/form/SaveButton.tsx'
import { Panel } from '../ui/page/Panel.tsx'
import { LogoField, logoIn } from './LogoField.tsx'
import { brandingQuery } from './queries.ts'

/** The name, color and logo of the organization's reports. */
export function BrandingPanel() {
  const { mayManage } = useCurrentUser()
  const { data } = useQuery(brandingQuery(null))
  if (!mayManage || !data) return null
  return (
    <Panel title={t('reports.branding.title')} lead={t('reports.branding.lead')}>
      <BrandingForm branding={data} />
    </Panel>
  )
}

type Branding = Returns<'GET /api/report-branding'>

function BrandingForm({ branding }: { branding: Branding }) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: async (values: FormData) => {
      const logo = await logoIn(values)
      return api('PATCH /api/report-branding', {
        body: {
          name: textOrNull(values, 'name'),
          contact_email: textOrNull(values, 'contact_email'),
          color: textOrNull(values, 'color'),
          ...(logo !== undefined && { logo }),
        },
      })
    },
    onSuccess: (changed) => queryClient.setQueryData(brandingQuery(null).queryKey, changed),
  })
  return (
    <Form error={save.error} onSubmit={save.mutate} className="max-w-xl space-y-4">
      <div className="flex flex-col gap-4 sm:flex-row">
        <TextField
          label={t('reports.branding.name')}
          name="name"
          defaultValue={branding.name ?? ''}
          maxLength={100}
          hint={t('reports.branding.nameHint')}
        />
        <TextField
          label={t('reports.branding.color')}
          name="color"
          defaultValue={branding.color ?? ''}
          maxLength={7}
          hint={t('reports.branding.colorHint')}
        />
      </div>
      <TextField
        label={t('reports.branding.contact')}
        name="contact_email"
        type="email"
        defaultValue={branding.contact_email ?? ''}
        hint={t('reports.branding.contactHint')}
      />
      <LogoField logo={branding.logo} />
      <SaveButton mutation={save}>{t('reports.branding.save')}</SaveButton>
    </Form>
  )
}
