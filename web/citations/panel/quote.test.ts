import { expect, test } from 'vitest'
import { getQuote } from './quote.ts'

const quote = (response: string, name: string) => {
  const start = response.indexOf(name)
  const spans = start === -1 ? [] : [{ start }]
  return getQuote({ response, mentions: { spans: [] }, competitors: [{ spans }] })
}

test('a quote is the whole sentence with the first mention, without Markdown and citation marks', () => {
  expect(
    quote('Tests differ. **Velopace 4.2** [won](https://a.example/x) the test [1]. Others lost.', 'Velopace'),
  ).toBe('Velopace 4.2 won the test.')
  expect(quote('# Best\n- Velopace is light\n- Nordlauf lasts', 'Velopace')).toBe('Velopace is light')
  expect(quote('最高です。Velopaceは軽い。Nordlaufは丈夫。', 'Velopace')).toBe('Velopaceは軽い。')
})

test('an answer without a mention, or with a sentence too long to quote, has no quote', () => {
  expect(quote('No brand.', 'Velopace')).toBeUndefined()
  expect(quote(`Velopace ${'is good and '.repeat(30)}light.`, 'Velopace')).toBeUndefined()
})
