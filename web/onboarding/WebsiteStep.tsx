import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { Button, buttonClasses } from '../ui/Button.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'
import type { Suggestions } from './draft.ts'

/** Reads the home page once for suggestions. An unreachable site does not block the setup. */
export function WebsiteStep({ onDone }: { onDone: (suggestions: Suggestions) => void }) {
  const suggest = useMutation({
    mutationFn: (values: FormData) =>
      api('POST /api/suggestions/brand', { body: { domain: getText(values, 'domain') } }),
    onSuccess: onDone,
  })
  return (
    <Form error={suggest.error} onSubmit={suggest.mutate} className="card space-y-5 p-5 sm:p-6">
      <TextField
        label={t('onboarding.websiteStep.website')}
        name="domain"
        required
        inputMode="url"
        autoComplete="off"
        placeholder={t('onboarding.websiteStep.placeholder')}
        hint={t('onboarding.websiteStep.hint')}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" busy={suggest.isPending}>
          {suggest.isPending ? t('onboarding.websiteStep.reading') : t('onboarding.continue')}
        </Button>
        <Link to="/dashboard" className={buttonClasses('quiet')}>
          {t('onboarding.cancel')}
        </Link>
      </div>
    </Form>
  )
}
