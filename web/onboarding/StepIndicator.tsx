import { Check } from 'lucide-react'
import { t } from '../../vocabulary/texts.ts'
import { classes } from '../ui/classes.ts'

const steps = ['website', 'brand', 'prompts', 'engine', 'firstRun'] as const
export type Step = (typeof steps)[number]

/** The steps of setting up a brand. */
export function StepIndicator({ current }: { current: Step }) {
  const at = steps.indexOf(current)
  return (
    <ol aria-label={t('onboarding.steps.label')} className="mb-6 flex flex-wrap gap-x-6 gap-y-2 text-sm">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          className={classes(
            'flex items-center gap-2 font-medium',
            index > at ? 'text-muted' : 'text-ink',
            step === current && 'text-accent-strong',
          )}
        >
          <span
            className={classes(
              'grid size-6 place-items-center rounded-full text-xs tabular-nums',
              index < at && 'bg-good-soft text-good',
              index === at && 'bg-accent text-on-accent',
              index > at && 'bg-sunken text-muted',
            )}
          >
            {index < at ? (
              <>
                <Check aria-hidden className="size-3.5" strokeWidth={3} />
                <span className="sr-only">{t('onboarding.steps.completed')}</span>
              </>
            ) : (
              index + 1
            )}
          </span>
          {t(`onboarding.steps.${step}`)}
        </li>
      ))}
    </ol>
  )
}
