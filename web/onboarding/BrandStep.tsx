import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { RegionFields } from '../brands/RegionFields.tsx'
import { Button } from '../ui/Button.tsx'
import { TextArea, TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { Suggestions } from './draft.ts'
import { type Draft, fieldName, readDraft } from './draft.ts'

type BrandStepProps = {
  suggestions: Suggestions
  /** The values that the server rejected last. */
  sent: Draft | null
  error: Error | null
  onBack: () => void
  onDone: (draft: Draft) => void
}

/** The brand's profile, prefilled from its site. */
export function BrandStep({ suggestions, sent, error, onBack, onDone }: BrandStepProps) {
  const { name, domain, aliases, industry, offering, description, competitors } = suggestions
  return (
    <Form
      error={error}
      onSubmit={(values) => onDone(readDraft(values))}
      nameOf={(path) => fieldName(path, sent)}
      className="space-y-4"
    >
      <SuggestionSource suggestions={suggestions} />
      <div className="card space-y-5 p-5 sm:p-6">
        <div className="flex flex-col gap-5 sm:flex-row">
          <TextField label="Name" name="name" required isSuggested defaultValue={name} />
          <TextField
            label="Domain"
            name="domain"
            required
            defaultValue={domain}
            inputMode="url"
            hint="Citations of this domain and its subdomains count as yours."
          />
        </div>
        <TextArea
          label="Aliases, one per line"
          name="aliases"
          rows={2}
          isSuggested={aliases.length > 0}
          defaultValue={aliases.join('\n')}
          hint="Other names that mean only this brand."
        />
        <div className="flex flex-col gap-5 sm:flex-row">
          <TextField
            label="Product or category"
            name="offering"
            isSuggested={offering !== null}
            defaultValue={offering ?? ''}
            placeholder="running shoes"
            hint="In your customers’ words, without your name. Used to generate prompts."
            maxLength={200}
          />
          <TextField
            label="Industry"
            name="industry"
            isSuggested={industry !== null}
            defaultValue={industry ?? ''}
            maxLength={200}
          />
        </div>
        <TextArea
          label="Description"
          name="description"
          rows={2}
          maxLength={2000}
          isSuggested={description !== null}
          defaultValue={description ?? ''}
        />
        <RegionFields of={suggestions} isSuggested />
      </div>
      <CompetitorFields suggested={competitors} />
      <div className="flex gap-2">
        <Button type="submit" look="primary">
          Continue
        </Button>
        <Button look="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </Form>
  )
}

function SuggestionSource({ suggestions: { domain, method, site_problem } }: { suggestions: Suggestions }) {
  if (method === 'domain')
    return (
      <Notice tone="caution">
        We couldn’t read {domain}: {site_problem}. Fill in the details below.
      </Notice>
    )
  return (
    <Notice tone="good">
      Suggested values come from the home page of {domain}
      {method === 'model' && ' and the language model'}. Review them and correct what is wrong.
      {site_problem !== null && ` We couldn’t read the site itself: ${site_problem}.`}
    </Notice>
  )
}

function CompetitorFields({ suggested }: { suggested: Suggestions['competitors'] }) {
  const rows = useRows(Math.max(3, suggested.length))
  return (
    <fieldset className="card p-5 sm:p-6">
      <legend className="float-left font-semibold">Competitors</legend>
      <span className="float-right text-xs leading-6 text-muted">Optional</span>
      <p className="clear-both mb-5 text-sm text-muted">
        Competitors give your metrics a benchmark. After the first run, we suggest others that answers mention
        often.
      </p>
      <div className="space-y-4">
        {rows.keys.map((key, index) => (
          <CompetitorRow
            key={key}
            index={index}
            suggested={suggested[key]}
            onRemove={rows.keys.length > 1 ? () => rows.remove(key) : null}
          />
        ))}
      </div>
      <Button look="quiet" size="small" className="-ml-2.5 mt-4" onClick={rows.add}>
        <Plus aria-hidden className="size-4" />
        Add competitor
      </Button>
    </fieldset>
  )
}

type CompetitorRowProps = {
  index: number
  suggested: Suggestions['competitors'][number] | undefined
  onRemove: (() => void) | null
}

/** Named by index, as in the server's errors. */
function CompetitorRow({ index, suggested, onRemove }: CompetitorRowProps) {
  return (
    <div className="flex items-start gap-2">
      <div className="flex flex-1 flex-col gap-x-5 gap-y-2 sm:flex-row">
        <TextField
          label={`Competitor ${index + 1}`}
          name={`competitors.${index}.name`}
          defaultValue={suggested?.name ?? ''}
          isSuggested={suggested !== undefined}
          saysOptional={false}
        />
        <TextField
          label={`Domain of competitor ${index + 1}`}
          name={`competitors.${index}.domain`}
          defaultValue={suggested?.domain ?? ''}
          inputMode="url"
          saysOptional={false}
        />
      </div>
      <button
        type="button"
        disabled={onRemove === null}
        aria-label={`Remove competitor ${index + 1}`}
        onClick={onRemove ?? undefined}
        className="mt-7 rounded-lg p-2 text-muted not-disabled:hover:bg-sunken not-disabled:hover:text-ink disabled:opacity-40"
      >
        <Trash2 aria-hidden className="size-4" />
      </button>
    </div>
  )
}

/** Stable keys of rows that are added and removed, so that the other rows keep their input. */
function useRows(count: number) {
  const next = useRef(count)
  const [keys, setKeys] = useState(() => Array.from({ length: count }, (_, index) => index))
  const add = () => {
    const key = next.current
    next.current += 1
    setKeys((old) => [...old, key])
  }
  return { keys, add, remove: (key: number) => setKeys((old) => old.filter((each) => each !== key)) }
}
