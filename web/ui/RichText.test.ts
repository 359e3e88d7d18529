import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { addEnglish } from '../../vocabulary/texts.ts'
import { RichText } from './RichText.tsx'

const id = 'onboarding.firstInsight.competitor'

function render(values: { rate: string; competitor: string }) {
  addEnglish({
    [id]: [
      { type: 1, value: 'rate' },
      { type: 0, value: ' mention ' },
      { type: 1, value: 'competitor' },
    ],
  })
  return renderToStaticMarkup(createElement(RichText<typeof id>, { id, values }))
}

test('each placeholder is replaced by its element', () => {
  expect(render({ rate: '40%', competitor: 'Acme' })).toBe('40% mention Acme')
})

test('an inserted value is neither parsed as HTML nor for placeholders', () => {
  expect(render({ rate: '<b>', competitor: '{rate}' })).toBe('&lt;b&gt; mention {rate}')
})
