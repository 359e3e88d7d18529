import { useMemo } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { SelectField } from '../ui/form/Field.tsx'
import { Options } from '../ui/form/Options.tsx'
import { type CodeChoice, countries, listLanguages } from './countries-and-languages.ts'

type RegionFieldsProps = {
  of: { region: string | null; language: string | null } | null
  isSuggested?: boolean
}

/** The location and language that queries are sent with. */
export function RegionFields({ of, isSuggested = false }: RegionFieldsProps) {
  const places = useMemo(() => ({ countries: countries(), languages: listLanguages() }), [])
  return (
    <div className="flex flex-col gap-5 sm:flex-row">
      <PlaceField
        label={t('brands.location.region')}
        name="region"
        none={t('brands.location.noRegion')}
        choices={places.countries}
        chosen={of?.region ?? ''}
        isSuggested={isSuggested && Boolean(of?.region)}
        hint={t('brands.location.regionHint')}
      />
      <PlaceField
        label={t('brands.location.language')}
        name="language"
        none={t('brands.location.anyLanguage')}
        choices={places.languages}
        chosen={of?.language ?? ''}
        isSuggested={isSuggested && Boolean(of?.language)}
        hint={t('brands.location.languageHint')}
      />
    </div>
  )
}

type PlaceFieldProps = {
  label: string
  name: string
  none: string
  choices: CodeChoice[]
  chosen: string
  isSuggested: boolean
  hint: string
}

function PlaceField({ label, name, none, choices, chosen, isSuggested, hint }: PlaceFieldProps) {
  return (
    <SelectField {...{ label, name, hint, isSuggested }} defaultValue={chosen}>
      <option value="">{none}</option>
      {/* The list does not contain tags such as pt-BR. */}
      <Options
        of={choices.map((choice) => [choice.code, choice.name])}
        stored={chosen === '' ? undefined : [chosen, chosen]}
      />
    </SelectField>
  )
}
