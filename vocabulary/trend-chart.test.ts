import { expect, test } from 'vitest'
import { type ChartInput, getTrendLines, layOutChart } from './trend-chart.ts'

const input: ChartInput = {
  dates: ['2026-03-01', '2026-03-02', '2026-03-03'],
  lines: [
    {
      name: 'Zorvex',
      color: 0,
      values: [40, 42, 44],
      band: [{ low: 38, high: 42 }, null, { low: 42, high: 46 }],
    },
    { name: 'Quilmar', color: 1, values: [43, null, 44.5] },
  ],
  events: [],
  width: 600,
  height: 246,
  labelWidth: 150,
}

test('values are at the height of the axis between its round ticks', () => {
  const { yTicks, lines, top, bottom, left, right } = layOutChart(input)
  expect(yTicks.map(({ label }) => label)).toEqual(['38', '40', '42', '44', '46'])
  expect(yTicks[0]?.y).toBe(bottom)
  expect(yTicks.at(-1)?.y).toBe(top)
  expect(lines[0]?.path).toBe(`M${left} 172L242 122L${right} 72`)
})

test('a gap in the values is a gap in the line and in its band', () => {
  const { lines } = layOutChart(input)
  expect(lines[1]?.path.match(/M/g)).toHaveLength(2)
  expect(lines[0]?.band?.match(/Z/g)).toHaveLength(2)
})

test('labels at the line ends do not overlap and keep the order of the lines', () => {
  const lines = [45, 44.9, 44.8, 30].map((value, color) => ({
    name: `${color}`,
    color,
    values: [value, value],
  }))
  const labels = layOutChart({ ...input, dates: input.dates.slice(0, 2), lines }).lines.map(
    ({ end }) => end?.labelY ?? 0,
  )
  for (const [index, label] of labels.slice(1).entries())
    expect(label - (labels[index] ?? 0)).toBeGreaterThanOrEqual(17)
  const { bottom } = layOutChart({ ...input, lines })
  expect(Math.max(...labels)).toBeLessThanOrEqual(bottom)
})

test('events too close to each other keep their line and lose the label', () => {
  const { events } = layOutChart({
    ...input,
    dates: Array.from({ length: 30 }, (_, day) => `2026-03-${String(day + 1).padStart(2, '0')}`),
    events: [
      { date: '2026-03-05', label: 'Relaunch' },
      { date: '2026-03-06', label: 'Gemini 3.5' },
      { date: '2026-03-29', label: 'Grok 5' },
      { date: '2026-04-02', label: 'Later' },
    ],
  })
  expect(events.map(({ label, anchor }) => [label, anchor])).toEqual([
    ['Relaunch', 'start'],
    ['', 'start'],
    ['Grok 5', 'end'],
  ])
})

test('one day without answers of a competitor, or without any answers, can be drawn', () => {
  const { lines, yTicks } = layOutChart({
    ...input,
    dates: ['2026-03-01'],
    lines: [{ name: 'Zorvex', color: 0, values: [null] }],
  })
  expect(lines[0]).toMatchObject({ path: '', end: null })
  expect(yTicks.map(({ label }) => label)).toEqual(['0', '50', '100'])
})

test('the lines of a report are averages with a point for each day, or weeks without points', () => {
  const bucket = (date: string, avg_visibility_score: number) => ({
    date,
    avg_visibility_score,
    interval: null,
  })
  const scores = (own: number[], other: number[]) => ({
    buckets: own.map((score, index) => bucket(`2026-03-0${index + 1}`, score)),
    competitors: other.map((avg_visibility_score, index) => ({
      competitor_id: 'quilmar',
      date: `2026-03-0${index + 2}`,
      avg_visibility_score,
    })),
  })
  const brand = {
    name: 'Zorvex',
    trend: scores([40, 50], [60]),
    comparison: { competitors: [{ competitor_id: 'quilmar', name: 'Quilmar' }] },
  }
  const { dates, lines } = getTrendLines({ ...brand, averages: scores([40, 45], [60]) })
  expect(dates).toEqual(['2026-03-01', '2026-03-02'])
  expect(lines.map(({ values }) => values)).toEqual([
    [40, 45],
    [null, 60],
  ])
  expect(lines.map(({ points }) => points)).toEqual([[40, 50], undefined])
  const weeks = getTrendLines({ ...brand, averages: null }).lines
  expect(weeks[0]).toMatchObject({ values: [40, 50] })
  expect(weeks[0]).not.toHaveProperty('points')
})
