/** Facts that pages state about their owner: tests of single rules, and a comparison with labels. docs/claims.md has the figures. */
import { expect, test } from 'vitest'
import { compareProposals } from '../../../test/labeled/compare-proposals.ts'
import { createFactFinder } from '../matching.ts'

const find = createFactFinder({ name: 'Zorvex', aliases: [] }, [{ name: 'Quilmar', aliases: [] }])
const read = (text: string, language = 'en') =>
  find(text, language).map(({ kind, subject, value, unit }) =>
    [kind, subject, value, unit].filter((each) => each !== null).join(' '),
  )

test.each([
  ['en', 'Team\n$29\nper user / month', ['price Team 29 USD/user/month']],
  ['en', 'Rain hat\n$35.00\nTrail jacket\n$90.00', ['price Rain hat 35 USD', 'price Trail jacket 90 USD']],
  ['en', 'Zorvex Peak: a light shoe, 290 g, 150 dollars.', ['price Zorvex Peak 150 USD']],
  ['en', 'The Pro plan costs $20 a month.', ['price Pro 20 USD/month']],
  ['en', 'The Pro plan costs $200 a year.', ['price Pro (annual) 200 USD/year']],
  ['en', 'Zorvex Pro includes 10 users.', ['limit users of Zorvex Pro 10 users']],
  ['de', 'Der Tarif Max kostet 30 € im Monat.', ['price Max 30 EUR/month']],
  ['es', 'El plan Básico cuesta 12 € al mes.', ['price Básico 12 EUR/month']],
  ['ja', 'プロプランは月額1,980円です。', ['price プロ 1980 JPY/month']],
  ['en', 'Founded\n2012\nCEO\nMaria Lindt', ['founding_year founding year 2012', 'person CEO Maria Lindt']],
  ['en', 'Leadership\nMaria Lindt\nCEO\nTom Hill\nCTO', ['person CEO Maria Lindt']],
  ['de', 'Geschäftsführer: Anna Berg, Uwe Kern', ['person CEO Anna Berg, Uwe Kern']],
  ['es', 'Nuestra sede está en Sevilla.', ['headquarters headquarters Sevilla']],
  ['ja', '本社：東京都渋谷区道玄坂1-2', ['headquarters headquarters 東京都渋谷区']],
  ['en', 'Zorvex is SOC 2 certified.', ['certification SOC 2 true']],
  ['en', '30-day money-back guarantee', ['limit money-back guarantee 30 days']],
  ['en', 'How long is the free trial?\nIt lasts two weeks.', ['limit trial 14 days']],
  ['fr', 'Nos sacs sont garantis 3 ans.', ['limit warranty 3 years']],
  ['de', 'Kostenloser Versand ab 50 €.', ['limit order value for free shipping 50 EUR']],
])('%s: %j', (language, text, expected) => {
  expect(read(text, language)).toEqual(expected)
})

test.each([
  ['a table of which only the lines are left', 'Basic\nPro\n$9\n$19'],
  ['a price that starts there', 'Team\nfrom $9 per month'],
  ['a price that is paid once a year', 'Team\n$19/mo\nbilled annually'],
  ['amounts of an order', 'Subtotal\n$120\nShipping\n$5\nTotal\n$125'],
  ['a price with a condition', 'The Pro plan costs $20 a month for students.'],
  ['a price that is planned', 'The Pro plan will cost $25 a month.'],
  ['a price that is not a plan', 'Parking costs $10.'],
  ['a competitor', 'Quilmar Pro costs $30 a month. Quilmar was founded in 2001.'],
  ['another company', 'Our supplier Hammerfeld was founded in 1921 and is based in Solingen.'],
  ['a former headquarters', 'Our headquarters was in Austin until 2021.'],
  ['a customer', '“Best tool ever.” – Anna Berg, CEO of Nordsee'],
  ['a former CEO', 'Our former CEO Tom Hill left in 2020.'],
  ['a certification that is planned', 'We plan to be ISO 27001 certified.'],
  ['a certification of a supplier', 'Our data center is ISO 27001 certified.'],
  ['advice about certifications', 'How to get SOC 2 certified'],
  ['the time of a refund', 'Returns are processed within 14 days.'],
  ['working days', 'Returns: 5 business days.'],
  ['two values', 'Our pans have a 2-year warranty.\nKnives have a 5-year warranty.'],
])('nothing is read from %s', (_, text) => {
  expect(read(text)).toEqual([])
})

test('a page has the words of a fact with its label, not folded', () => {
  expect(find('Siège\nMünster\nÉvaluations', 'fr')).toMatchObject([
    { kind: 'headquarters', value: 'Münster', quote: 'Siège Münster' },
  ])
})

test.each(['$1\n', 'Plan\n$1\n', 'ceo ', 'founded by ', 'plan a ', 'iso 27001 certified ', '本社', ' '])(
  'a page that repeats %j is read',
  (part) => {
    expect(find(part.repeat(Math.ceil(20_000 / part.length)), 'en')).toBeInstanceOf(Array)
  },
)

test.each([
  ['rules', 45],
  ['check', 33],
] as const)('facts of own pages of the half %s are proposed', (half, found) => {
  const { proposed, labeled, matched, others } = compareProposals(half)
  console.log(`own pages of the half ${half}:`, { proposed, labeled, matched }, others)
  expect(matched).toBeGreaterThanOrEqual(found)
  expect(matched / proposed).toBeGreaterThanOrEqual(0.95)
})
