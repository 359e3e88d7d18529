import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import type { Draft } from './draft.ts'

type Suggested = Returns<'POST /api/suggestions/prompts'>

type PromptsStepProps = {
  draft: Draft
  busy: boolean
  error: Error | null
  onBack: () => void
  onDone: (texts: string[]) => void
}

/** The first prompts: suggested ones to accept, edit or skip, and the user's own. */
export function PromptsStep({ draft: { brand, offering }, ...actions }: PromptsStepProps) {
  /** Kept when a change of the brand leads to other suggestions. */
  const [own, setOwn] = useState('')
  const rest = { ...actions, own, onOwn: setOwn }
  const { name, industry, language, region, competitors } = brand
  const wanted = {
    brand: name,
    offering,
    industry,
    language,
    region,
    competitors: competitors.map((each) => each.name).filter((each) => each.trim() !== ''),
  }
  const suggested = useQuery({
    queryKey: ['POST /api/suggestions/prompts', wanted],
    queryFn: () => api('POST /api/suggestions/prompts', { body: wanted }),
    // Suggestions from a language model are paid for each time.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (suggested.error)
    return (
      <>
        <div className="mb-4">
          <Notice tone="caution">
            {t('onboarding.promptsStep.noSuggestions', { reason: suggested.error.message })}
          </Notice>
        </div>
        <PromptChoice suggested={{ method: 'templates', prompts: [], cost_micros: 0 }} {...rest} />
      </>
    )
  return (
    <QueryBoundary query={suggested}>
      {(data) => <PromptChoice key={JSON.stringify(wanted)} suggested={data} {...rest} />}
    </QueryBoundary>
  )
}

type PromptChoiceProps = Omit<PromptsStepProps, 'draft'> & {
  suggested: Suggested
  /** The user's own prompts, one per line. */
  own: string
  onOwn(text: string): void
}

function PromptChoice(props: PromptChoiceProps) {
  const { suggested, own, onOwn, busy, error, onBack, onDone } = props
  const id = useId()
  const [rows, setRows] = useState(() =>
    // Answers to branded prompts mention the brand more often, so they say less about its visibility.
    suggested.prompts.map((prompt, key) => ({ ...prompt, key, isChosen: !prompt.branded })),
  )
  const change = (key: number, part: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const texts = [...rows.filter(({ isChosen }) => isChosen).map(({ text }) => text), ...own.split('\n')]
    .map((text) => text.trim())
    .filter((text) => text !== '')
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onDone(texts)
      }}
    >
      <div className="card">
        {rows.length > 0 && (
          <p className="border-b border-line px-4 py-3 text-sm text-muted sm:px-5">
            {suggested.method === 'model'
              ? t('onboarding.promptsStep.suggestedByModel')
              : t('onboarding.promptsStep.suggestedFromTemplates')}{' '}
            {t('onboarding.promptsStep.advice')}
          </p>
        )}
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <PromptRow key={row.key} row={row} onChange={(part) => change(row.key, part)} />
          ))}
        </ul>
        <div className="border-t border-line px-4 py-4 first:border-t-0 sm:px-5">
          <label htmlFor={id} className="mb-1 block text-sm font-medium">
            {t('onboarding.promptsStep.ownPrompts')}
          </label>
          <textarea
            id={id}
            rows={3}
            value={own}
            onChange={({ target }) => onOwn(target.value)}
            placeholder={t('onboarding.promptsStep.ownPlaceholder')}
            className="control"
          />
        </div>
      </div>
      <ErrorNotice error={error} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" busy={busy}>
          {texts.length > 0
            ? t('onboarding.promptsStep.addBrandWith', { prompts: texts.length })
            : t('onboarding.promptsStep.addBrand')}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t('onboarding.back')}
        </Button>
      </div>
    </form>
  )
}

type Row = Suggested['prompts'][number] & { key: number; isChosen: boolean }

function PromptRow({
  row: { key, text, branded, isChosen },
  onChange,
}: {
  row: Row
  onChange(part: Partial<Row>): void
}) {
  return (
    <li className="flex items-start gap-3 px-4 py-2 sm:px-5">
      <input
        type="checkbox"
        checked={isChosen}
        aria-label={t('onboarding.promptsStep.include', { text })}
        onChange={({ target }) => onChange({ isChosen: target.checked })}
        className="mt-2.5 size-4.5 shrink-0 accent-accent"
      />
      <textarea
        rows={1}
        value={text}
        aria-label={t('onboarding.promptsStep.prompt', { number: key + 1 })}
        disabled={!isChosen}
        maxLength={2000}
        // Tall enough for a long prompt on a narrow screen, but a single line of text.
        onChange={({ target }) => onChange({ text: target.value.replaceAll('\n', ' ') })}
        className="control field-sizing-content min-w-0 flex-1 resize-none"
      />
      {branded && (
        <span className="mt-2 max-sm:hidden">
          <Badge tone="accent">{t('onboarding.promptsStep.branded')}</Badge>
        </span>
      )}
    </li>
  )
}
