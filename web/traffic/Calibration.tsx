import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { LineChart } from '../charts/LineChart.tsx'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { Section } from '../ui/page/Section.tsx'
import {
  type CalibratedSeries,
  findFitted,
  getFitText,
  getSeriesName,
  getWeekLines,
  listMissingTexts,
} from './calibration-text.ts'
import { calibrationQuery } from './queries.ts'

/** Whether sampled citations explain what was counted in the last half year. */
export function Calibration() {
  const { brand } = useBrand()
  const { data } = useQuery(calibrationQuery(brand.id))
  const [chosen, setChosen] = useState<string | null>(null)
  const series = data?.series ?? []
  const shown = series.find((each) => getKey(each) === chosen) ?? findFitted(series)
  if (!shown) return null
  return (
    <Section
      title={t('traffic.calibration.title')}
      lead={t('traffic.calibration.lead')}
      actions={
        series.length > 1 && (
          <Select
            aria-label={t('traffic.calibration.choose')}
            value={getKey(shown)}
            onChange={({ target }) => setChosen(target.value)}
            isCompact
          >
            <Options of={series.map((each) => [getKey(each), getSeriesName(each)] as const)} />
          </Select>
        )
      }
    >
      <SeriesCalibration series={shown} />
    </Section>
  )
}

const getKey = ({ series, platforms }: CalibratedSeries) => [series, ...platforms].join()

function SeriesCalibration({ series: shown }: { series: CalibratedSeries }) {
  const { slug } = useBrand()
  const name = getSeriesName(shown)
  const { dates, observed, expected } = getWeekLines(shown)
  return (
    <>
      {shown.fit ? (
        <p className="mb-3 text-sm">{getFitText(shown, shown.fit)}</p>
      ) : (
        <div className="card mb-3 px-4 py-3 text-sm sm:px-5">
          <p className="font-medium">{t('traffic.calibration.notEnough', { name })}</p>
          <ul className="mt-1 list-disc pl-5 text-muted">
            {listMissingTexts(shown).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      {shown.fit && (
        <LineChart
          label={t('traffic.calibration.chart', { name })}
          fileName={`${slug}-citations-and-${shown.series}`}
          csv={null}
          dates={dates}
          series={[
            { ...observed, isMain: true },
            { ...expected, isPlain: true },
          ]}
          format={(count) => formatCount(Math.round(count))}
          step="week"
        />
      )}
    </>
  )
}
