import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
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
      getName={(path) => fieldName(path, sent)}
      className="space-y-4"
    >
      <SuggestionSource suggestions={suggestions} />
      <div className="card space-y-5 p-5 sm:p-6">
        <div className="flex flex-col gap-5 sm:flex-row">
          <TextField
            label={t('onboarding.brandStep.name')}
            name="name"
            required
            isSuggested
            defaultValue={name}
          />
          <TextField
            label={t('onboarding.brandStep.domain')}
            name="domain"
            required
            defaultValue={domain}
            inputMode="url"
            hint={t('onboarding.brandStep.domainHint')}
          />
        </div>
        <TextArea
          label={t('onboarding.brandStep.aliases')}
          name="aliases"
          rows={2}
          isSuggested={aliases.length > 0}
          defaultValue={aliases.join('\n')}
          hint={t('onboarding.brandStep.aliasesHint')}
        />
        <div className="flex flex-col gap-5 sm:flex-row">
          <TextField
            label={t('onboarding.brandStep.offering')}
            name="offering"
            required
            isSuggested={offering !== null}
            defaultValue={offering ?? ''}
            placeholder={t('onboarding.brandStep.offeringPlaceholder')}
            hint={t('onboarding.brandStep.offeringHint')}
            maxLength={200}
          />
          <TextField
            label={t('onboarding.brandStep.industry')}
            name="industry"
            isSuggested={industry !== null}
            defaultValue={industry ?? ''}
            placeholder={t('onboarding.brandStep.industryPlaceholder')}
            hint={t('onboarding.brandStep.industryHint')}
            maxLength={200}
          />
        </div>
        <TextArea
          label={t('onboarding.brandStep.description')}
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
          {t('onboarding.continue')}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t('onboarding.back')}
        </Button>
      </div>
    </Form>
  )
}

function SuggestionSource({ suggestions: { domain, method, site_problem } }: { suggestions: Suggestions }) {
  if (method === 'domain')
    return (
      <Notice tone="caution">
        {t('onboarding.brandStep.siteUnreadable', { domain, problem: site_problem ?? '' })}
      </Notice>
    )
  return (
    <Notice tone="good">
      {method === 'model'
        ? t('onboarding.brandStep.suggestedByModel', { domain })
        : t('onboarding.brandStep.suggestedFromSite', { domain })}
      {site_problem !== null &&
        ` ${t('onboarding.brandStep.suggestedWithoutSite', { problem: site_problem })}`}
    </Notice>
  )
}

function CompetitorFields({ suggested }: { suggested: Suggestions['competitors'] }) {
  const rows = useRows(suggested.length)
  return (
    <fieldset className="card p-5 sm:p-6">
      <legend className="float-left font-semibold">{t('onboarding.competitorFields.title')}</legend>
      <span className="float-right text-xs leading-6 text-muted">
        {t('onboarding.competitorFields.optional')}
      </span>
      <p className="clear-both text-sm text-muted">{t('onboarding.competitorFields.lead')}</p>
      <div className="mt-4 space-y-4 empty:hidden">
        {rows.keys.map((key, index) => (
          <CompetitorRow
            key={key}
            index={index}
            suggested={suggested[key]}
            onRemove={() => rows.remove(key)}
          />
        ))}
      </div>
      <Button look="quiet" size="small" className="-ml-2.5 mt-4" onClick={rows.add}>
        <Plus aria-hidden className="size-4" />
        {t('onboarding.competitorFields.add')}
      </Button>
    </fieldset>
  )
}

type CompetitorRowProps = {
  index: number
  suggested: Suggestions['competitors'][number] | undefined
  onRemove: () => void
}

/** Named by index, as in the server's errors. */
function CompetitorRow({ index, suggested, onRemove }: CompetitorRowProps) {
  return (
    <div className="flex items-start gap-2">
      <div className="flex flex-1 flex-col gap-x-5 gap-y-2 sm:flex-row">
        <TextField
          label={t('onboarding.competitorFields.name', { number: index + 1 })}
          name={`competitors.${index}.name`}
          defaultValue={suggested?.name ?? ''}
          isSuggested={suggested !== undefined}
          saysOptional={false}
        />
        <TextField
          label={t('onboarding.competitorFields.domain', { number: index + 1 })}
          name={`competitors.${index}.domain`}
          defaultValue={suggested?.domain ?? ''}
          inputMode="url"
          saysOptional={false}
        />
      </div>
      <button
        type="button"
        aria-label={t('onboarding.competitorFields.remove', { number: index + 1 })}
        onClick={onRemove}
        className="mt-7 rounded-lg p-2 text-muted hover:bg-sunken hover:text-ink"
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
