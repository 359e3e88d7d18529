import { currentLanguage } from '../../vocabulary/language.ts'
import { languageNames, languages } from '../../vocabulary/languages.ts'
import { t } from '../../vocabulary/texts.ts'
import { SelectField } from '../ui/form/Field.tsx'
import { getText } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'

/** The language of a new report or schedule; the author's language unless they choose another. */
export function LanguageField() {
  return (
    <SelectField label={t('reports.create.language')} name="language" defaultValue={currentLanguage()}>
      <Options of={languages.map((language) => [language, languageNames[language]] as const)} />
    </SelectField>
  )
}

/** Returns the language and the title; the server translates a title that the author did not change. */
export function languageAndTitle(values: FormData) {
  const language = languages.find((each) => each === getText(values, 'language')) ?? currentLanguage()
  const title = getText(values, 'title')
  return { language, ...(title !== t('reports.create.nameDefault') && { title }) }
}
