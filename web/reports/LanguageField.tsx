import { currentLanguage } from '../../vocabulary/language.ts'
import { languageNames, languages } from '../../vocabulary/languages.ts'
import { SelectField } from '../ui/form/Field.tsx'
import { textOf } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { copy } from './copy.ts'

/** The language of a new report or schedule; that of the author unless they choose another. */
export function LanguageField() {
  return (
    <SelectField label={copy.create.language} name="language" defaultValue={currentLanguage()}>
      <Options of={languages.map((language) => [language, languageNames[language]] as const)} />
    </SelectField>
  )
}

/** Returns the language and the title; the server translates a title that the author did not change. */
export function languageAndTitle(values: FormData) {
  const language = languages.find((each) => each === textOf(values, 'language')) ?? currentLanguage()
  const title = textOf(values, 'title')
  return { language, ...(title !== copy.create.nameDefault && { title }) }
}
