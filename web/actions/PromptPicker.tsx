import { type ComponentProps, useId, useState } from 'react'
import { formatCount } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { PromptTraits } from '../prompts/PromptTraits.tsx'
import { SearchField } from '../ui/form/SearchField.tsx'

type PromptPickerProps = {
  label: string
  hint: string
  prompts: readonly (ComponentProps<typeof PromptTraits>['prompt'] & {
    id: string
    text: string
    topic_name: string | null
  })[]
  chosen: ReadonlySet<string>
  onChange(chosen: ReadonlySet<string>): void
}

/** A list of prompts with checkboxes, the chosen ones first. */
export function PromptPicker({ label, hint, prompts, chosen, onChange }: PromptPickerProps) {
  const id = useId()
  const [search, setSearch] = useState('')
  // Only when it opens: rows do not move while someone ticks them.
  const [first] = useState(chosen)
  const found = prompts
    .filter(({ text }) => text.toLowerCase().includes(search.toLowerCase()))
    .toSorted((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)))
  const count = prompts.filter((prompt) => chosen.has(prompt.id)).length
  const tick = (prompt: string, isOn: boolean) =>
    onChange(new Set(isOn ? [...chosen, prompt] : [...chosen].filter((each) => each !== prompt)))
  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className="text-sm font-medium">
        {t('actions.form.chosen', { label, count: formatCount(count) })}
      </legend>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
      <SearchField
        label={t('actions.form.searchPrompts', { label })}
        value={search}
        onSearch={setSearch}
        className="my-2 max-w-sm"
      />
      <ul className="max-h-56 divide-y divide-line overflow-y-auto rounded-lg border border-line">
        {found.map((prompt) => (
          <li key={prompt.id}>
            <label className="flex items-start gap-3 px-3 py-2 text-sm hover:bg-sunken">
              <input
                type="checkbox"
                checked={chosen.has(prompt.id)}
                onChange={({ target }) => tick(prompt.id, target.checked)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {prompt.text}
                <span className="flex gap-x-2 text-xs text-muted">
                  <PromptTraits prompt={prompt} />
                  {prompt.topic_name}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
