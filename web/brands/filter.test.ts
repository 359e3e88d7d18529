import { expect, test } from 'vitest'
import { brandFilter, filterCount, formatDays, metricQuery } from './filter.ts'

const topic = '01a1fcea-8a86-713f-a69e-2abb7abb7cab'

test('period and filters are read from the URL, and unknown values are ignored', () => {
  expect(brandFilter({ days: '7', platform: 'gemini', region: 'DE', topic, branded: 'no', x: 1 })).toEqual({
    days: 7,
    platform: 'gemini',
    region: 'DE',
    topic,
    branded: 'no',
  })
  expect(
    brandFilter({ days: '8', platform: 'altavista', region: 'Germany', topic: 'shoes', branded: '' }),
  ).toEqual({})
  expect(brandFilter({ days: 'all' })).toEqual({ days: 'all' })
  expect(brandFilter({ days: 7, from: '2026-01-01' })).toEqual({ from: '2026-01-01' })
})

test('metrics default to the last 30 days', () => {
  expect(metricQuery('b', {})).toEqual({ brand_id: 'b', days: '30' })
  expect(metricQuery('b', { days: 'all' })).toEqual({ brand_id: 'b' })
  expect(metricQuery('b', { from: '2026-01-01', platform: 'grok', topic, branded: 'yes' })).toEqual({
    brand_id: 'b',
    date_from: '2026-01-01',
    platform: 'grok',
    topic_id: topic,
    branded: 'true',
  })
})

test('the period is formatted as text, and filters are counted', () => {
  expect(formatDays({})).toBe('the last 30 days')
  expect(formatDays({ days: 'all' })).toBe('the full history')
  expect(formatDays({ from: '2026-01-01', to: '2026-02-01' })).toBe(
    'the period from 2026-01-01 to 2026-02-01',
  )
  expect(filterCount({ days: 7, platform: 'grok', branded: 'no' })).toBe(2)
})
