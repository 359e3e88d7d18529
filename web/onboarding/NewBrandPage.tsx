import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { ApiError, api, invalidate, type Returns } from '../api.ts'
import { brandQuery, brandsQuery } from '../brands/queries.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/page/Page.tsx'
import { BrandStep } from './BrandStep.tsx'
import type { Draft, Suggestions } from './draft.ts'
import { firstAudit } from './first-audit.ts'
import { PromptsStep } from './PromptsStep.tsx'
import { type Step, StepIndicator } from './StepIndicator.tsx'
import { WebsiteStep } from './WebsiteStep.tsx'

/**
 * From a website to a brand with prompts. Every suggestion can be edited, nothing is saved until the end, and earlier
 * steps keep their input.
 */
export function NewBrandPage() {
  const [step, setStep] = useState<Exclude<Step, 'engine' | 'firstRun'>>('website')
  const [suggestions, setSuggestions] = useState<Suggestions | null>(null)
  const [draft, setDraft] = useState<Draft | null>(null)
  const place = useStepFocus(step)
  const { seesOrganization } = useCurrentUser()
  const create = useCreate((error) => {
    // Errors of a field are shown in its step.
    if (error instanceof ApiError && error.details.some(({ path }) => path !== 'body')) setStep('brand')
  })
  if (!seesOrganization)
    return (
      <Page title={t('onboarding.newBrandPage.title')}>
        <Notice tone="caution">{t('onboarding.newBrandPage.notAllowed')}</Notice>
      </Page>
    )
  return (
    <Page title={t('onboarding.newBrandPage.title')} lead={t('onboarding.newBrandPage.lead')}>
      <StepIndicator current={step} />
      <div ref={place} tabIndex={-1} className="max-w-3xl outline-none">
        <div hidden={step !== 'website'}>
          <WebsiteStep
            onDone={(found) => {
              setSuggestions(found)
              setStep('brand')
            }}
          />
        </div>
        {suggestions !== null && (
          <div hidden={step !== 'brand'}>
            <BrandStep
              key={suggestions.domain}
              suggestions={suggestions}
              sent={draft}
              error={create.error}
              onBack={() => setStep('website')}
              onDone={(typed) => {
                create.reset()
                setDraft(typed)
                setStep('prompts')
              }}
            />
          </div>
        )}
        {draft !== null && (
          <div hidden={step !== 'prompts'}>
            <PromptsStep
              draft={draft}
              busy={create.isPending}
              // An error of the brand's fields is shown in their step.
              error={step === 'prompts' ? create.error : null}
              onBack={() => setStep('brand')}
              onDone={(texts) => create.mutate({ draft, texts })}
            />
          </div>
        )}
      </div>
    </Page>
  )
}

/** Each step starts at the top, and focus moves there. */
function useStepFocus(step: Step) {
  const place = useRef<HTMLDivElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    place.current?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [step])
  return place
}

function useCreate(onError: (error: Error) => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  /** Created by an attempt whose prompts were rejected; the next attempt continues with it. */
  const made = useRef<Returns<'POST /api/brands'> | null>(null)
  return useMutation({
    mutationFn: async ({ draft, texts }: { draft: Draft; texts: string[] }) => {
      made.current ??= await api('POST /api/brands', { body: draft.brand })
      const brand = made.current
      if (texts.length > 0)
        await api('POST /api/prompts/import', { query: { brand_id: brand.id }, body: texts.join('\n') })
      // Needs no engine. If it cannot start, the next page says why and offers to try again.
      await api('POST /api/audits', { body: firstAudit(brand) }).catch(() => undefined)
      return brand
    },
    onError,
    onSuccess: async (brand) => {
      queryClient.setQueryData(brandQuery(brand.slug).queryKey, brand)
      await invalidate(queryClient, brandsQuery.queryKey[0])
      await navigate({ to: '/dashboard/brands/$slug/start', params: { slug: brand.slug } })
    },
  })
}
