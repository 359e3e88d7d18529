import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { currentLanguage } from '../../../vocabulary/language.ts'
import { languageNames, languages } from '../../../vocabulary/languages.ts'
import { t } from '../../../vocabulary/texts.ts'
import { api } from '../../api.ts'
import { session } from '../../session/queries.ts'
import { useLanguageChange } from '../../session/useLanguageChange.ts'
import { TextField } from '../../ui/form/Field.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { getText } from '../../ui/form/form-values.ts'
import { SaveButton } from '../../ui/form/SaveButton.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import type { User } from '../queries.ts'

/** Name and language. */
export function ProfilePanel({ user }: { user: User }) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (values: FormData) =>
      api('PATCH /api/auth/user', { body: { name: getText(values, 'name') } }),
    onSuccess: (changed) => queryClient.setQueryData(session.queryKey, changed),
  })
  return (
    <Panel heading="h2" title={t('accounts.page.profile')}>
      <Form error={save.error} onSubmit={save.mutate} className="flex max-w-xl items-start gap-2">
        <TextField
          label={t('accounts.account.name')}
          name="name"
          required
          autoComplete="name"
          defaultValue={user.name}
        />
        <SaveButton mutation={save} className="mt-6">
          {t('accounts.page.save')}
        </SaveButton>
      </Form>
      <LanguageSelect />
    </Panel>
  )
}

function LanguageSelect() {
  const id = useId()
  const change = useLanguageChange()
  return (
    <div className="mt-4 max-w-xl">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {t('accounts.language')}
      </label>
      <Select
        id={id}
        value={change.isPending ? change.variables : currentLanguage()}
        onChange={({ target }) => {
          const language = languages.find((each) => each === target.value)
          if (language) change.mutate(language)
        }}
      >
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </Select>
      <ErrorNotice error={change.error} className="mt-2" />
    </div>
  )
}
