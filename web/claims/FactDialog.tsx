import { useState } from 'react'
import { factKinds, valueTypes } from '../../vocabulary/facts.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { SelectField, TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText, textOrNull } from '../ui/form/form-values.ts'
import { useChange } from '../useChange.ts'
import { showValue } from './fact-value.ts'
import { type Fact, factAddresses } from './queries.ts'

/** `fact`: null for a new one. */
export function FactDialog({ fact, onClose }: { fact: Fact | null; onClose: () => void }) {
  const { slug } = useBrand()
  const [kind, setKind] = useState(fact?.kind ?? 'price')
  const save = useChange(
    (values: FormData) => {
      const body = {
        kind,
        subject: getText(values, 'subject'),
        statement: getText(values, 'statement'),
        value: readValue(kind, getText(values, 'value')),
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
      <SelectField
        label={t('claims.form.kind')}
        name="kind"
        value={kind}
        onChange={({ target }) => setKind(factKinds.find((each) => each === target.value) ?? 'price')}
      >
        {factKinds.map((each) => (
          <option key={each} value={each}>
            {t(`labels.factKind.${each}`)}
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
      <ValueField key={kind} kind={kind} value={fact?.value} />
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

type Kind = Fact['kind']

/** `value`: of the edited fact. It is shown if the chosen kind can have it. */
function ValueField({ kind, value }: { kind: Kind; value: Fact['value'] | undefined }) {
  const types = valueTypes[kind]
  const current = types.some((type) => type === typeof value) ? value : undefined
  const field = {
    label: t('claims.form.value'),
    name: 'value',
    defaultValue: current === undefined ? '' : showValue(current),
  }
  if (types.every((type) => type === 'boolean'))
    return (
      <SelectField {...field}>
        {[true, false].map((each) => (
          <option key={showValue(each)}>{showValue(each)}</option>
        ))}
      </SelectField>
    )
  if (types.includes('number')) return <TextField {...field} required type="number" step="any" />
  return <TextField {...field} required maxLength={200} hint={getHint(kind)} />
}

function getHint(kind: Kind): string | undefined {
  if (kind === 'certification') return t('claims.form.certificationHint')
  return kind === 'date' ? t('claims.form.dateHint') : undefined
}

function readValue(kind: Kind, text: string): Fact['value'] {
  const value = text.trim()
  const types = valueTypes[kind]
  const decision = [true, false].find((each) => showValue(each).toLowerCase() === value.toLowerCase())
  if (types.includes('boolean') && decision !== undefined) return decision
  return types.includes('number') ? Number(value) : value
}
