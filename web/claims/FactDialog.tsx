import { factKinds } from '../../vocabulary/facts.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { SelectField, TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText, textOrNull } from '../ui/form/form-values.ts'
import { useChange } from '../useChange.ts'
import { type Fact, factAddresses } from './queries.ts'

/** `fact`: null for a new one. */
export function FactDialog({ fact, onClose }: { fact: Fact | null; onClose: () => void }) {
  const { slug } = useBrand()
  const save = useChange(
    (values: FormData) => {
      const kind = factKinds.find((each) => each === getText(values, 'kind')) ?? 'price'
      const body = {
        kind,
        subject: getText(values, 'subject'),
        statement: getText(values, 'statement'),
        value: readValue(getText(values, 'value')),
        unit: textOrNull(values, 'unit'),
        valid_from: textOrNull(values, 'valid_from'),
        source_url: textOrNull(values, 'source_url'),
      }
      return fact === null
        ? api('POST /api/brands/:brand/facts', { params: { brand: slug }, body })
        : api('PATCH /api/brands/:brand/facts/:id', { params: { brand: slug, id: fact.id }, body })
    },
    factAddresses,
    onClose,
  )
  return (
    <FormDialog
      title={fact === null ? t('claims.page.add') : t('claims.form.editTitle')}
      action={fact === null ? t('claims.page.add') : t('claims.form.save')}
      mutation={save}
      onClose={onClose}
    >
      <SelectField label={t('claims.form.kind')} name="kind" defaultValue={fact?.kind}>
        {factKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`labels.factKind.${kind}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('claims.form.subject')}
        name="subject"
        required
        maxLength={120}
        defaultValue={fact?.subject}
        hint={t('claims.form.subjectHint')}
      />
      <TextField
        label={t('claims.form.statement')}
        name="statement"
        required
        maxLength={300}
        defaultValue={fact?.statement}
      />
      <TextField
        label={t('claims.form.value')}
        name="value"
        required
        maxLength={200}
        defaultValue={fact === null ? '' : showValue(fact.value)}
        hint={t('claims.form.valueHint')}
      />
      <TextField
        label={t('claims.form.unit')}
        name="unit"
        maxLength={40}
        defaultValue={fact?.unit ?? ''}
        hint={t('claims.form.unitHint')}
      />
      <TextField
        label={t('claims.form.validFrom')}
        name="valid_from"
        type="date"
        defaultValue={fact?.valid_from ?? ''}
        hint={t('claims.form.validFromHint')}
      />
      <TextField
        label={t('claims.form.sourceUrl')}
        name="source_url"
        type="url"
        maxLength={2_000}
        defaultValue={fact?.source_url ?? ''}
      />
    </FormDialog>
  )
}

const showValue = (value: Fact['value']) =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)

/** The service rejects a value that its kind does not have. */
function readValue(text: string): Fact['value'] {
  const value = text.trim()
  if (/^(yes|true)$/i.test(value)) return true
  if (/^(no|false)$/i.test(value)) return false
  return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
}
