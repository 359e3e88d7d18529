import { expect, test } from 'vitest'
import {
  formatCost,
  formatCount,
  formatDuration,
  formatPct,
  formatPoints,
  formatPosition,
  formatQuantity,
  formatRange,
  formatScore,
} from './formats.ts'

test('missing data is a dash, and zero is a zero', () => {
  expect([formatScore(null), formatPct(null), formatPosition(null)]).toEqual(['–', '–', '–'])
  expect([formatScore(0), formatPct(0)]).toEqual(['0.0', '0.0%'])
})

test('scores, positions and percentages are rounded', () => {
  expect([formatScore(38.27), formatScore(100), formatPosition(2)]).toEqual(['38.3', '100.0', '2.00'])
  expect([formatPct(42.86), formatPct(50)]).toEqual(['42.9%', '50.0%'])
})

test('a difference has a sign', () => {
  expect([formatPoints(3.24), formatPoints(-0.5)]).toEqual(['+3.2', '-0.5'])
})

test('a range shows both limits and its unit once', () => {
  expect(formatRange({ low: 31.04, high: 46.5 }, '%')).toBe('31.0 to 46.5%')
})

test('counts have thousands separators and the correct plural', () => {
  expect(formatCount(12_345)).toBe('12,345')
  expect([formatQuantity(1, 'answer'), formatQuantity(2_400, 'answer')]).toEqual([
    '1 answer',
    '2,400 answers',
  ])
  expect(formatQuantity(0, 'reply', 'replies')).toBe('0 replies')
})

test('small costs stay readable', () => {
  expect([340, 12_449, 59_990, 200_000].map(formatDuration)).toEqual([
    '340 ms',
    '12.4 s',
    '59.9 s',
    '3 min 20 s',
  ])
  expect([formatCost(0), formatCost(1_200), formatCost(12_340_000)]).toEqual(['$0.00', '$0.0012', '$12.34'])
})
