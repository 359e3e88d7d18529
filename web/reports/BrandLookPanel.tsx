import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { api, invalidate, read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { textOrNull } from '../ui/form/form-values.ts'
import { SaveButton } from '../ui/form/SaveButton.tsx'
import { Panel } from '../ui/page/Panel.tsx'
import { LogoField, logoIn } from './LogoField.tsx'

/** The logo and color that reports about the brand have. */
export function BrandLookPanel() {
  const { slug } = useBrand()
  const queryClient = useQueryClient()
  const query = read('GET /api/brands/:brand/branding', { params: { brand: slug } })
  const { data } = useQuery(query)
  const save = useMutation({
    mutationFn: async (values: FormData) => {
      const logo = await logoIn(values)
      const body = { color: textOrNull(values, 'color'), ...(logo !== undefined && { logo }) }
      return api('PATCH /api/brands/:brand/branding', { params: { brand: slug }, body })
    },
    onSuccess: (changed) => {
      queryClient.setQueryData(query.queryKey, changed)
      return invalidate(queryClient, 'GET /api/report-branding')
    },
  })
  if (!data) return null
  return (
    <Panel title={t('reports.brandLook.title')} lead={t('reports.brandLook.lead')}>
      <Form error={save.error} onSubmit={save.mutate} className="max-w-xl space-y-4">
        <TextField
          label={t('reports.branding.color')}
          name="color"
          defaultValue={data.color ?? ''}
          maxLength={7}
          hint={t('reports.branding.colorHint')}
        />
        <LogoField logo={data.logo} />
        <SaveButton mutation={save}>{t('reports.branding.save')}</SaveButton>
      </Form>
    </Panel>
  )
}
