import { expect, test } from 'vitest'
import { categorize } from './categories.ts'

test.each([
  ['Acme vs Fleetfoot', 'comparison'],
  ['What is the difference between trail and road shoes?', 'comparison'],
  ['Unterschied zwischen Trail- und Straßenschuhen', 'comparison'],
  ['Comparaison des chaussures de course', 'comparison'],
  ['Comparación de zapatillas', 'comparison'],
  ['What are the best running shoes?', 'best'],
  ['Top 10 CRM tools', 'best'],
  ['Die besten Laufschuhe für Anfänger', 'best'],
  ['Beste Laufschuhe', 'best'],
  ['Les meilleures chaussures de course', 'best'],
  ['¿Cuáles son las mejores zapatillas?', 'best'],
  ['How to choose running shoes', 'how-to'],
  ['Wie finde ich den richtigen Laufschuh?', 'how-to'],
  ['Comment choisir ses chaussures ?', 'how-to'],
  ['¿Cómo elegir zapatillas?', 'how-to'],
  ['Alternatives to Fleetfoot', 'alternative'],
  ['Alternativen zu Fleetfoot', 'alternative'],
  ['Alternativas a Fleetfoot', 'alternative'],
  ['Can you recommend shoes?', 'recommendation'],
  ['Which shoes should I buy?', 'recommendation'],
  ['Welchen Laufschuh empfiehlst du?', 'recommendation'],
  ['Quelles chaussures choisir ?', 'recommendation'],
  ['¿Qué zapatillas me recomiendas?', 'recommendation'],
  ['What is a running shoe?', 'informational'],
  ['Was ist ein Laufschuh?', 'informational'],
  ['Qu’est-ce qu’une chaussure de course ?', 'informational'],
  ['¿Qué es una zapatilla?', 'informational'],
  ['Running shoes', 'other'],
])('%s has the category %s', (text, category) => {
  expect(categorize(text, false)).toBe(category)
})

test('a question about the brand is branded, and one that compares it is a comparison', () => {
  expect(categorize('What is Acme?', true)).toBe('branded')
  expect(categorize('Acme', true)).toBe('branded')
  expect(categorize('Acme vs Fleetfoot', true)).toBe('comparison')
})
