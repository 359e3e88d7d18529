import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { listField, NameFields, namesIn } from '../brands/NameFields.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText, textOrNull } from '../ui/form/form-values.ts'
import { useChange } from '../useChange.ts'
import { competitorAddresses } from './competitor-addresses.ts'

type Competitor = Returns<'GET /api/brands/:brand/competitors'>['items'][number]

/** Adds or edits a competitor. */
export function CompetitorDialog({
  competitor,
  onClose,
}: {
  competitor: Competitor | null
  onClose: () => void
}) {
  const { slug } = useBrand()
  const save = useChange(
    (values: FormData) => {
      const body = {
        name: getText(values, 'name'),
        domain: textOrNull(values, 'domain'),
        ...namesIn(values),
      }
      return competitor
        ? api('PATCH /api/brands/:brand/competitors/:id', {
            params: { brand: slug, id: competitor.id },
            body,
          })
        : api('POST /api/brands/:brand/competitors', { params: { brand: slug }, body })
    },
    competitorAddresses,
    onClose,
  )
  return (
    <FormDialog
      title={
        competitor
          ? t('competitors.dialog.editTitle', { name: competitor.name })
          : t('competitors.dialog.addTitle')
      }
      action={competitor ? t('competitors.dialog.save') : t('competitors.dialog.add')}
      mutation={save}
      onClose={onClose}
      fieldByErrorCode={{ conflict: 'name' }}
      getName={listField}
    >
      <TextField
        label={t('competitors.dialog.name')}
        name="name"
        required
        maxLength={200}
        defaultValue={competitor?.name ?? ''}
      />
      <TextField
        label={t('competitors.dialog.domain')}
        name="domain"
        placeholder={t('competitors.dialog.domainPlaceholder')}
        hint={t('competitors.dialog.domainHint')}
        defaultValue={competitor?.domain ?? ''}
      />
      <NameFields of={competitor} />
    </FormDialog>
  )
}
