import { ArrowRight } from 'lucide-react'
import {
  formatCount,
  formatDay,
  formatDayRange,
  formatPoints,
  formatRange,
  formatSample,
} from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import { addDays } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { LineChart } from '../charts/LineChart.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Section } from '../ui/page/Section.tsx'
import { formatNumber } from './format-number.ts'
import type { ActionDetail } from './queries.ts'

/** What the action changed, compared with its control prompts. */
export function ExperimentSection({ action }: { action: ActionDetail }) {
  const { result } = action
  return (
    <Section title={t('actions.experiment.title')} lead={t(`actions.numbers.${action.number}`)}>
      <div className="card p-4 sm:p-5">
        <p className="font-medium">{result.statement}</p>
        {result.state !== 'planned' && (
          <>
            <Effects action={action} />
            <p className="mt-3 text-sm text-muted">
              {t('actions.experiment.days', {
                days: formatDayRange(result.date_from, result.date_to),
                final: formatDay(result.final_on),
              })}
            </p>
          </>
        )}
        {result.warnings.length > 0 && (
          <ul className="mt-4 grid gap-2">
            {result.warnings.map(({ kind, text }) => (
              <li key={`${kind} ${text}`}>
                <Notice tone="caution">{text}</Notice>
              </li>
            ))}
          </ul>
        )}
      </div>
      {result.weeks.length > 0 && <WeekChart action={action} />}
      <PromptLists action={action} />
    </Section>
  )
}

function Effects({ action: { result, day, number, affected, controls } }: { action: ActionDetail }) {
  const effect = result.effect ?? result.before_after
  const days = { date_from: result.date_from, date_to: result.date_to, day }
  return (
    <dl className="mt-3 grid gap-x-8 gap-y-3 sm:grid-cols-3">
      {effect && (
        <div>
          <dt className="text-sm text-muted">
            {result.effect ? t('actions.experiment.effect') : t('actions.experiment.beforeAfter')}
          </dt>
          <dd>
            <span className="text-2xl font-semibold tracking-tight tabular-nums">
              {formatPoints(effect.points)}
            </span>{' '}
            <span className="text-sm text-muted">{formatRange(effect)}</span>
          </dd>
        </div>
      )}
      {result.affected && (
        <Group
          label={t('actions.experiment.affected')}
          group={result.affected}
          number={number}
          days={days}
          prompts={affected}
        />
      )}
      {result.controls && (
        <Group
          label={t('actions.experiment.controls')}
          group={result.controls}
          number={number}
          days={days}
          prompts={controls}
        />
      )}
    </dl>
  )
}

type GroupProps = {
  label: string
  group: NonNullable<ActionDetail['result']['affected']>
  number: ActionDetail['number']
  days: { date_from: string; date_to: string; day: string }
  prompts: ActionDetail['affected']
}

/** The list of answers accepts this many prompts. */
const mostListed = 100

function Group({ label, group: { before, after }, number, days, prompts }: GroupProps) {
  const prompt = prompts.map(({ prompt_id }) => prompt_id).join()
  const sample = (answers: number, from: string, to: string) =>
    prompts.length > mostListed ? (
      formatSample(answers)
    ) : (
      <AnswersLink of={{ prompt }} filter={{ from, to }}>
        {formatSample(answers)}
      </AnswersLink>
    )
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-sm text-muted">
        <span className="text-2xl font-semibold tracking-tight tabular-nums text-ink">
          {formatNumber(number, before.value)}
          <ArrowRight aria-hidden className="mx-1.5 inline size-4 text-muted" />
          {formatNumber(number, after.value)}
        </span>
        <span className="mt-0.5 flex flex-wrap gap-x-2">
          <span>
            {t('actions.experiment.before')} {sample(before.answers, days.date_from, addDays(days.day, -1))}
          </span>
          <span>
            {t('actions.experiment.after')} {sample(after.answers, addDays(days.day, 1), days.date_to)}
          </span>
        </span>
      </dd>
    </div>
  )
}

/** Both groups by week, with the week of the action. */
function WeekChart({ action }: { action: ActionDetail }) {
  const { slug } = useBrand()
  const { weeks } = action.result
  const dates = weeks.map(({ date_from }) => date_from)
  const date = weeks.find(({ date_from }) => date_from > action.day)?.date_from ?? dates.at(-1) ?? action.day
  return (
    <div className="mt-4 h-80">
      <LineChart
        heading={<h3 className="font-semibold">{t('actions.experiment.chart')}</h3>}
        lead={t('actions.experiment.chartLead')}
        label={t('actions.experiment.chartLabel')}
        fileName={`${slug}-action`}
        csv={null}
        dates={dates}
        series={[
          {
            name: t('actions.experiment.affected'),
            isMain: true,
            color: 0,
            values: weeks.map(({ affected }) => affected.value),
          },
          {
            name: t('actions.experiment.controls'),
            isPlain: true,
            values: weeks.map(({ controls }) => controls.value),
          },
        ]}
        notes={[{ date, text: action.title, label: formatDay(action.day), isOwn: true }]}
        format={(value) => formatNumber(action.number, value)}
        step={null}
        isAutoScaled
      />
    </div>
  )
}

function PromptLists({ action: { affected, controls, result } }: { action: ActionDetail }) {
  const days = { from: result.date_from, to: result.date_to }
  return (
    <div className="mt-4 grid gap-4 lg:grid-cols-2">
      <PromptList title={t('actions.experiment.affected')} prompts={affected} days={days} />
      <PromptList title={t('actions.experiment.controls')} prompts={controls} days={days} />
    </div>
  )
}

type PromptListProps = {
  title: string
  prompts: ActionDetail['affected']
  /** The days of the experiment, whose answers the prompts open. */
  days: { from: string; to: string }
}

function PromptList({ title, prompts, days }: PromptListProps) {
  return (
    <details className="card px-4 py-3 text-sm">
      <summary className="cursor-pointer font-medium">
        {t('actions.experiment.listTitle', { title, count: formatCount(prompts.length) })}
      </summary>
      <ul className="mt-2 grid gap-1">
        {prompts.map(({ prompt_id, text }) => (
          <li key={prompt_id} className="[overflow-wrap:anywhere]">
            <AnswersLink of={{ prompt: prompt_id }} filter={days}>
              {text}
            </AnswersLink>
          </li>
        ))}
      </ul>
    </details>
  )
}
