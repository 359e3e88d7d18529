import { expect, test } from 'vitest'
import { findThemes, type SentimentQuote } from './quote-themes.ts'

const quote = (text: string, label: SentimentQuote['label'] = 'positive'): SentimentQuote => ({
  text,
  label,
  language: 'en',
})
const getThemes = (quotes: SentimentQuote[], names = ['Zorvex', 'Quilmar Pro']) =>
  findThemes(quotes, names).map(({ text, polarity, quotes: found }) => [text, polarity, found.length])

test('words that recur in quotes are themes, and words of a single quote are not', () => {
  const quotes = [
    quote('Reviewers praise Zorvex for excellent build quality.'),
    quote('Zorvex stands out for build quality and quick delivery.'),
  ]
  expect(getThemes(quotes)).toEqual([['build quality', 'positive', 2]])
})

test('the clause after "but" is judged by its own words', () => {
  const quotes = [
    quote('Zorvex has great cushioning, but users struggle with a disappointing warranty.'),
    quote('Great cushioning, but a disappointing warranty.'),
  ]
  expect(getThemes(quotes)).toEqual([
    ['cushioning', 'positive', 2],
    ['warranty', 'negative', 2],
  ])
})

test('a clause without evaluation has the sentiment of its quote, and none in a neutral quote', () => {
  const text = 'Zorvex: mostly because of the spare parts.'
  expect(getThemes([quote(text, 'negative'), quote(text, 'negative')])).toEqual([
    ['spare parts', 'negative', 2],
  ])
  expect(getThemes([quote(text, 'neutral'), quote(text, 'neutral')])).toEqual([])
})

test('a word stays a theme of its own when it recurs outside a phrase', () => {
  const quotes = [
    quote('Zorvex has an excellent warranty.'),
    quote('Excellent warranty.'),
    quote('Excellent warranty at Zorvex.'),
    quote('Excellent warranty for years.'),
    quote('Excellent warranty terms.'),
  ]
  expect(getThemes(quotes)).toEqual([['warranty', 'positive', 5]])
})

test('names of brands and words about reviews are never themes', () => {
  const quotes = [quote('Users love Quilmar Pro reviews.'), quote('Reviewers love Quilmar Pro.')]
  expect(getThemes(quotes)).toEqual([])
})

test('quotes in a language without word lists have no themes', () => {
  const other: SentimentQuote = {
    text: 'Отличная подошва, отличная подошва.',
    label: 'positive',
    language: null,
  }
  expect(findThemes([other, other], [])).toEqual([])
})
