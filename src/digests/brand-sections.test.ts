import { expect, test } from 'vitest'
import { localize, withLocale } from '../languages/localized.ts'
import { periodMark } from './brand-sections.ts'

type Change = Parameters<typeof periodMark>[0]
type Marked = Parameters<typeof periodMark>[1]

function show(period_state: Change['period_state'], delta: number | null, of: Marked) {
  const { text, tone } = periodMark({ period_state, delta }, of)
  return [withLocale('en', () => localize(text)), tone]
}

test('only a difference that is larger than usual has a direction, and a lower position is better', () => {
  expect(show('up', 5.8, { number: 'score' })).toEqual(['▲ 5.8', 'better'])
  expect(show('down', -5.8, { number: 'score' })).toEqual(['▼ 5.8', 'worse'])
  expect(show('down', -5.8, { number: 'score', entity: 1 })).toEqual(['▼ 5.8', 'neutral'])
  expect(show('usual_range', -1.2, { number: 'mention_rate' })).toEqual(['-1.2', 'neutral'])
  expect(show('down', -0.11, { number: 'avg_position' })).toEqual(['Improved by 0.11', 'better'])
  expect(show('usual_range', 0.11, { number: 'avg_position' })).toEqual(['Worse by 0.11', 'neutral'])
})

test('without a comparison, there is no difference', () => {
  expect(show('insufficient_data', null, { number: 'score' })).toEqual(['–', 'neutral'])
  expect(show('not_comparable', 3, { number: 'score' })).toEqual(['–', 'neutral'])
})
