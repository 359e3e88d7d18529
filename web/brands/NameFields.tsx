import { SelectField, TextArea } from '../ui/form/Field.tsx'
import { linesOf, textOf } from '../ui/form/form-values.ts'

type Named = { aliases: string[]; case_sensitive: boolean | null; exclude_phrases: string[] }

const caseChoices = [
  ['', 'Decided by the name: strictly when it is an ordinary word'],
  ['yes', 'Always: “Acme” counts, “acme” does not'],
  ['no', 'Never: any spelling counts'],
] as const

/** By what an answer is found to name a brand, a competitor or a product. */
export function NameFields({ of }: { of: Named | null }) {
  return (
    <>
      <TextArea
        label="Other spellings, one per line"
        name="aliases"
        rows={3}
        defaultValue={of?.aliases.join('\n') ?? ''}
      />
      <SelectField label="Capital letters matter" name="case_sensitive" defaultValue={choiceOf(of)}>
        {caseChoices.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextArea
        label="Phrases that do not count, one per line"
        name="exclude_phrases"
        rows={3}
        hint="Where the name stands in one of these, something else is meant: “Apple pie”."
        defaultValue={of?.exclude_phrases.join('\n') ?? ''}
      />
    </>
  )
}

export function namesIn(values: FormData): Named {
  const choice = textOf(values, 'case_sensitive')
  return {
    aliases: linesOf(values, 'aliases'),
    case_sensitive: choice === '' ? null : choice === 'yes',
    exclude_phrases: linesOf(values, 'exclude_phrases'),
  }
}

/** The server speaks of one entry of a list; the form has a field for all of them. */
export const listField = (path: string): string => path.replace(/\.\d+$/, '')

const choiceOf = (of: Named | null) =>
  of === null || of.case_sensitive === null ? '' : of.case_sensitive ? 'yes' : 'no'
