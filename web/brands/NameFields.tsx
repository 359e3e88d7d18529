import { t } from '../../vocabulary/texts.ts'
import { SelectField, TextArea } from '../ui/form/Field.tsx'
import { getText, readLines } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'

type Named = { aliases: string[]; case_sensitive: boolean | null; exclude_phrases: string[] }

const caseChoices = () =>
  [
    ['', t('brands.names.caseAutomatic')],
    ['yes', t('brands.names.caseAlways')],
    ['no', t('brands.names.caseNever')],
  ] as const

/** The names by which a brand, competitor or product is recognized in answers. */
export function NameFields({ of }: { of: Named | null }) {
  return (
    <>
      <TextArea
        label={t('brands.names.aliases')}
        name="aliases"
        rows={3}
        defaultValue={of?.aliases.join('\n') ?? ''}
      />
      <SelectField label={t('brands.names.caseSensitive')} name="case_sensitive" defaultValue={getChoice(of)}>
        <Options of={caseChoices()} />
      </SelectField>
      <TextArea
        label={t('brands.names.excluded')}
        name="exclude_phrases"
        rows={3}
        hint={t('brands.names.excludedHint')}
        defaultValue={of?.exclude_phrases.join('\n') ?? ''}
      />
    </>
  )
}

export function namesIn(values: FormData): Named {
  const choice = getText(values, 'case_sensitive')
  return {
    aliases: readLines(values, 'aliases'),
    case_sensitive: choice === '' ? null : choice === 'yes',
    exclude_phrases: readLines(values, 'exclude_phrases'),
  }
}

/** The server reports an error for one entry of a list; the form has one field for all entries. */
export const listField = (path: string): string => path.replace(/\.\d+$/, '')

const getChoice = (of: Named | null) =>
  of === null || of.case_sensitive === null ? '' : of.case_sensitive ? 'yes' : 'no'
