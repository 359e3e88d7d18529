import { expect, test } from 'vitest'
import { lineOptions } from './line-options.ts'
import type { TimeLine } from './time-line.ts'
import { tooltipText } from './tooltip.ts'

const ink = { text: 'ink', muted: 'muted', line: 'line', surface: 'surface', series: ['a', 'b', 'c'] }
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

test('a line that is switched off disappears from chart and tooltip, and the others keep their colors', () => {
  const [acme, velo] = line.series
  const series = [
    { ...acme, name: 'Acme', values: [1, 2, 3], isHidden: true },
    { ...velo, name: 'Velo', values: [4, 5, 6] },
  ]
  expect(drawn({ series })).toMatchObject([{ name: 'Velo', lineStyle: { color: 'b' } }])
  expect(tooltipText(0, { ...line, series })).toBe('30 Oct 2026\nVelo: 4')
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

test('a note of a user is in the color of the brand, and hides the labels next to it', () => {
  const notes = [
    { date: '2026-10-30', text: 'A model changed.', label: 'New model' },
    { date: '2026-10-31', text: 'Relaunch', label: 'Relaunch', isOwn: true },
  ]
  const lines = drawn({ notes }).flatMap((each) => ('markLine' in each ? each.markLine.data : []))
  expect(lines).toMatchObject([
    { xAxis: '2026-10-30', lineStyle: { color: 'muted' }, label: { show: false } },
    { xAxis: '2026-10-31', lineStyle: { color: 'a' }, label: { show: true, formatter: 'Relaunch' } },
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

test('labels of events that are too close to read are reduced to the first', () => {
  const dates = Array.from({ length: 30 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`)
  const notes = [10, 13, 25].map((day) => ({
    date: `2026-10-${day}`,
    text: 'A model changed.',
    label: 'New model',
  }))
  const shownAt = (width: number) =>
    lineOptions({ ...line, dates, notes }, ink, width)
      .series.flatMap((each) => ('markLine' in each ? each.markLine.data : []))
      .map(({ label }) => label.show)
  expect(shownAt(330)).toEqual([true, false, true])
  expect(shownAt(1200)).toEqual([true, true, true])
})
