import { expect, test } from 'vitest'
import { getWidth } from './canvas-text.ts'
import { tooltipText } from './tooltip.ts'

const getTooltip = (text: string) =>
  tooltipText(0, {
    dates: ['2026-11-01'],
    series: [],
    notes: [{ date: '2026-11-01', text }],
    format: String,
  })
    .split('\n')
    .slice(1)

test('the text of an event is wrapped between words', () => {
  const text =
    'On Claude, 201 of 333 answers are by claude-sonnet-5-20261010; in the previous period none were.'
  const lines = getTooltip(text)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.every((line) => getWidth(line) <= 52)).toBe(true)
  expect(lines.join(' ')).toBe(text)
})

test('the text of an event is wrapped in languages without spaces', () => {
  const text = '過去28日間に有意に変化したプロンプトはありません。日々の小さな変化は、通常は誤差の範囲です。'
  const lines = getTooltip(text)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.every((line) => getWidth(line) <= 52)).toBe(true)
  expect(lines.join('')).toBe(text)
})
