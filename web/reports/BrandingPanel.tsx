import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { textOrNull } from '../ui/form/form-values.ts'
import { SavedMessage } from '../ui/form/SavedMessage.tsx'
import { Panel } from '../ui/page/Panel.tsx'
import { brandingQuery } from './queries.ts'

/** The name, color and logo of the organization's reports. */
export function BrandingPanel() {
  const { mayManage } = useCurrentUser()
  const { data } = useQuery(brandingQuery)
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
          color: textOrNull(values, 'color'),
          ...(logo !== undefined && { logo }),
        },
      })
    },
    onSuccess: (changed) => queryClient.setQueryData(brandingQuery.queryKey, changed),
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
        label={t('reports.branding.logo')}
        name="logo"
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hint={t('reports.branding.logoHint')}
      />
      {branding.logo !== null && (
        <div className="flex items-center gap-4">
          <img src={branding.logo} alt="" className="h-8 max-w-48 object-contain" />
          <label className="flex items-center gap-2 text-sm">
            <input type="checkbox" name="remove_logo" className="size-4 accent-accent" />
            {t('reports.branding.removeLogo')}
          </label>
        </div>
      )}
      <div className="flex items-center gap-3">
        <Button type="submit" busy={save.isPending}>
          {t('reports.branding.save')}
        </Button>
        <SavedMessage isSaved={save.isSuccess} />
      </div>
    </Form>
  )
}

type Logo = { type: 'image/png' | 'image/jpeg' | 'image/webp'; data: string }

/** Null removes the logo; undefined keeps it. */
async function logoIn(values: FormData): Promise<Logo | null | undefined> {
  const file = values.get('logo')
  if (file instanceof File && file.size > 0) return { type: getLogoType(file), data: await toBase64(file) }
  return values.has('remove_logo') ? null : undefined
}

/** The server compares the type with the content. */
const getLogoType = ({ type }: File): Logo['type'] =>
  type === 'image/jpeg' || type === 'image/webp' ? type : 'image/png'

const toBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
