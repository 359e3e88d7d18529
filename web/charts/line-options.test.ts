import { expect, test } from 'vitest'
import { placeLabels } from './event-marks.ts'
import { lineOptions } from './line-options.ts'
import type { TimeLine } from './time-line.ts'
import { tooltipText } from './tooltip.ts'

const ink = {
  text: 'ink',
  muted: 'muted',
  line: 'line',
  surface: 'surface',
  series: ['a', 'b', 'c'],
  fontFamily: 'Inter',
}
const line: TimeLine = {
  dates: ['2026-10-30', '2026-10-31', '2026-11-01'],
  series: [
    { name: 'Acme', values: [40, 42, 30] },
    { name: 'Velo', values: [50, 51, 52] },
  ],
  format: String,
}
const drawn = (more: Partial<TimeLine>) => lineOptions({ ...line, ...more }, ink, 800).series
const named = (name: string, more: Partial<TimeLine>) =>
  drawn(more).filter((each) => 'name' in each && each.name === name)

test('the part of a line that ends in a day that is not over is dashed, and no other part', () => {
  const acme = named('Acme', { isLastPartial: true })
  expect(acme).toMatchObject([
    { data: [40, 42], lineStyle: { color: 'a' } },
    { data: [null, 42, 30], lineStyle: { type: [4, 3] } },
  ])
  expect(acme[0]).not.toHaveProperty('lineStyle.type')
  expect(named('Acme', {})).toMatchObject([{ data: [40, 42, 30] }])
})

test('a line ends with its name and last value, and a single line has no label', () => {
  const labels = (width: number, series = line.series) =>
    lineOptions({ ...line, series }, ink, width).series.flatMap((each) =>
      'endLabel' in each ? [each.endLabel?.formatter] : [],
    )
  expect(labels(800)).toEqual(['Acme  30', 'Velo  52'])
  expect(labels(330)).toEqual(['Acme', 'Velo'])
  expect(labels(800, line.series.slice(0, 1))).toEqual([])
  const long = { name: 'A brand with a very long name indeed', values: [1, 2, null] }
  expect(labels(800, [long, ...line.series])[0]).toMatch(/^A brand with a ver.*… {2}2$/)
})

test('the days of an average are faint dots, and the tooltip has both', () => {
  const series = [{ name: 'Acme', values: [40, 42, 30], dots: [null, 44, 20], isMain: true }]
  const dots = drawn({ series }).find((each) => 'showAllSymbol' in each)
  expect(dots).toMatchObject({
    data: [null, 44, 20],
    itemStyle: { opacity: 0.35 },
    lineStyle: { opacity: 0 },
  })
  expect(tooltipText(1, { ...line, series })).toBe('31 Oct 2026\nAcme: 42, 44 on this day')
  expect(tooltipText(0, { ...line, series })).toBe('30 Oct 2026\nAcme: 40')
})

test('a plain line has no color of a brand', () => {
  const series = [
    { name: 'Acme', values: [1, 2, 3], isMain: true },
    { name: 'ChatGPT', values: [1, 2, 3], isPlain: true },
  ]
  expect(named('ChatGPT', { series })).toMatchObject([{ lineStyle: { color: 'muted', width: 1.25 } }])
  expect(named('Acme', { series })).toMatchObject([{ lineStyle: { color: 'a', width: 2.75 } }])
})

test('the chosen period and the one before are shaded, with the values that are usual', () => {
  const periods = [
    { from: '2026-10-31', to: '2026-10-31', label: '31 Oct' },
    { from: '2026-11-01', to: '2026-11-01', label: '1 Nov', isChosen: true, usual: { low: 40, high: 44 } },
    { from: '2026-09-01', to: '2026-09-02', label: 'Not in the chart' },
  ]
  const areas = drawn({ periods }).flatMap((each) => ('markArea' in each ? (each.markArea?.data ?? []) : []))
  expect(areas).toMatchObject([
    [{ xAxis: '2026-10-30', itemStyle: { color: 'muted' } }, { xAxis: '2026-10-31' }],
    [
      { xAxis: '2026-10-31', itemStyle: { color: 'a' }, label: { formatter: '1 Nov' } },
      { xAxis: '2026-11-01' },
    ],
    [
      { xAxis: '2026-10-31', yAxis: 40 },
      { xAxis: '2026-11-01', yAxis: 44 },
    ],
  ])
})

test('the axis starts at zero unless it is scaled to the values', () => {
  expect(lineOptions(line, ink, 800).yAxis).toMatchObject({ min: 0, inverse: false })
  const scaled = lineOptions({ ...line, isAutoScaled: true, isInverse: true }, ink, 800).yAxis
  expect(scaled).toMatchObject({ scale: true, inverse: true })
  expect(scaled).not.toHaveProperty('min')
})

test('the tooltip says that the last day is not over', () => {
  expect(tooltipText(2, { ...line, isLastPartial: true })).toContain('1 Nov 2026 (so far)')
  expect(tooltipText(1, { ...line, isLastPartial: true })).not.toContain('so far')
})

test('a minor event is explained in the tooltip and has no line', () => {
  const notes = [{ date: '2026-10-31', text: '1 of 96 queries failed.', label: 'Errors', isMinor: true }]
  expect(drawn({ notes }).filter((each) => 'markLine' in each)).toEqual([])
  expect(tooltipText(1, { ...line, notes })).toContain('1 of 96 queries failed.')
})

test('a note of a user is in the color of the brand and in the first row, the label next to it in another', () => {
  const notes = [
    { date: '2026-10-30', text: 'A model changed.', label: 'New model' },
    { date: '2026-10-31', text: 'Relaunch', label: 'Relaunch', isOwn: true },
  ]
  const lines = lineOptions({ ...line, notes }, ink, 200).series.flatMap((each) =>
    'markLine' in each ? each.markLine.data : [],
  )
  expect(lines).toMatchObject([
    {
      xAxis: '2026-10-31',
      lineStyle: { color: 'a' },
      label: { formatter: 'Relaunch', padding: [0, 0, 0, 0] },
    },
    { xAxis: '2026-10-30', lineStyle: { color: 'muted' }, label: { padding: [0, 0, 14, 0], align: 'left' } },
  ])
})

test('a series keeps the color that it is given, whatever its position', () => {
  const [acme, velo] = line.series
  const series = [
    { ...velo, name: 'Velo', values: [1, 2, 3], color: 2 },
    { ...acme, name: 'Acme', values: [1, 2, 3], color: 0 },
  ]
  expect(named('Velo', { series })).toMatchObject([{ lineStyle: { color: 'c' } }])
  expect(named('Acme', { series })).toMatchObject([{ lineStyle: { color: 'a' } }])
})

test('every marked event has a label: labels that would overlap are in up to three rows, and further events in the tooltip only', () => {
  const dates = Array.from({ length: 30 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`)
  const notes = [10, 11, 12, 13, 25].map((day) => ({
    date: `2026-10-${day}`,
    text: 'A model changed.',
    label: 'New model',
  }))
  const placed = (width: number) =>
    placeLabels(dates, notes, width).map(({ date, row }) => [date.slice(8), row])
  expect(placed(330)).toEqual([
    ['10', 0],
    ['11', 1],
    ['12', 2],
    ['25', 0],
  ])
  expect(placed(3000).map(([, row]) => row)).toEqual([0, 0, 0, 0, 0])
  expect(tooltipText(12, { ...line, dates, notes, series: [] })).toContain('A model changed.')
})
