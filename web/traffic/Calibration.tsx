import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { visitPlatformLabel } from '../../vocabulary/traffic.ts'
import { useBrand } from '../brands/useBrand.ts'
import { daysBetween } from '../charts/days.ts'
import { LineChart } from '../charts/LineChart.tsx'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { Section } from '../ui/page/Section.tsx'
import { type CalibratedPlatform, getFitText, listMissingTexts } from './calibration-text.ts'
import { calibrationQuery } from './queries.ts'

/** Whether sampled citations explain the visits of the last half year. */
export function Calibration() {
  const { brand } = useBrand()
  const { data } = useQuery(calibrationQuery(brand.id))
  const [chosen, setChosen] = useState<string | null>(null)
  const platforms = data?.platforms ?? []
  const shown =
    platforms.find(({ platform }) => platform === chosen) ??
    platforms.find(({ fit }) => fit !== null) ??
    platforms[0]
  if (!shown) return null
  return (
    <Section
      title={t('traffic.calibration.title')}
      lead={t('traffic.calibration.lead')}
      actions={
        platforms.length > 1 && (
          <Select
            aria-label={t('traffic.visits.platform')}
            value={shown.platform}
            onChange={({ target }) => setChosen(target.value)}
            isCompact
          >
            <Options
              of={platforms.map(({ platform }) => [platform, visitPlatformLabel(platform)] as const)}
            />
          </Select>
        )
      }
    >
      <PlatformCalibration platform={shown} />
    </Section>
  )
}

function PlatformCalibration({ platform: shown }: { platform: CalibratedPlatform }) {
  const { slug } = useBrand()
  const { platform, weeks, fit } = shown
  const name = visitPlatformLabel(platform)
  if (fit === null)
    return (
      <div className="card px-4 py-3 text-sm sm:px-5">
        <p className="font-medium">{t('traffic.calibration.notEnough', { platform: name })}</p>
        <ul className="mt-1 list-disc pl-5 text-muted">
          {listMissingTexts(shown).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
    )
  const byDate = new Map(weeks.map((week) => [week.date, week]))
  // Weeks that were not measured are gaps.
  const dates = daysBetween(weeks[0]?.date ?? '', weeks.at(-1)?.date ?? '').filter((_, day) => day % 7 === 0)
  const values = (value: (week: CalibratedPlatform['weeks'][number]) => number | null) =>
    dates.map((date) => {
      const week = byDate.get(date)
      return week === undefined ? null : value(week)
    })
  return (
    <>
      <p className="mb-3 text-sm">{getFitText(shown, fit)}</p>
      <LineChart
        label={t('traffic.calibration.chart', { platform: name })}
        fileName={`${slug}-citations-and-visits`}
        csv={null}
        dates={dates}
        series={[
          { name: t('traffic.calibration.observed'), isMain: true, values: values(({ visits }) => visits) },
          {
            name: t('traffic.calibration.expected'),
            isPlain: true,
            values: values(({ expected_visits }) => expected_visits),
          },
        ]}
        format={(visits) => formatCount(Math.round(visits))}
        step="week"
      />
    </>
  )
}
