import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RichText } from './RichText.tsx'

const render = (text: string, values: { rate: string; name: string }) =>
  renderToStaticMarkup(createElement(RichText<'rate' | 'name'>, { text, values }))

test('each placeholder is replaced by its element', () => {
  expect(render('{rate} of the answers mention {name}.', { rate: '40%', name: 'Acme' })).toBe(
    '40% of the answers mention Acme.',
  )
})

test('an inserted value is neither parsed as HTML nor for placeholders', () => {
  expect(render('{rate} of the answers mention {name}.', { rate: '<b>', name: '{rate}' })).toBe(
    '&lt;b&gt; of the answers mention {rate}.',
  )
})
