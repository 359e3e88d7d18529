import { expect, test } from 'vitest'
import { type ComparedFact, type Comparison, notStated } from './compared-fact.ts'
import { type ComparedNames, comparePage, createFactMatcher } from './matching.ts'

const compareFact = (markdown: string, fact: ComparedFact, names: ComparedNames): Comparison =>
  createFactMatcher([fact], names)(markdown)[0] ?? notStated

const names = { name: 'Acme', aliases: ['アクメ'] }
const fact = (each: Partial<ComparedFact>): ComparedFact => ({
  kind: 'price',
  subject: 'Team plan',
  statement: 'Acme Team costs 12 US dollars per user and month.',
  value: 12,
  unit: 'USD/user/month',
  earlier: [{ value: 9 }],
  ...each,
})

/** Returns the verdict and the quote, such as `wrong: $15`. */
function compare(markdown: string, each: Partial<ComparedFact> = {}): string {
  const { verdict, start, end } = compareFact(markdown, fact(each), names)
  return start === null ? verdict : `${verdict}: ${markdown.slice(start, end)}`
}

test.each([
  ['Acme Team costs $12 per user and month.', 'right'],
  ['Acme Team costs about $12.20 per user per month.', 'right'],
  ['Acme Team costs $10 to $14 per user/month.', 'right'],
  ['Acme Team kostet 12 $ pro Nutzer und Monat.', 'right'],
  ['Acme Team coûte 12 $ par utilisateur et par mois.', 'right'],
  ['Acme Team cuesta 12 dólares por usuario y mes.', 'right'],
  ['アクメのTeamは月額12ドルです。', 'right'],
  ['Acme Team costs $9 per user and month.', 'outdated'],
  ['Acme Team costs $15 per user and month.', 'wrong'],
  ['Acme Team costs $15/user/month, up from $12.', 'wrong'],
  ['| | Team, a month |\n|---|---|\n| Globex | $12 |\n| Acme | $15 |', 'wrong'],
])('the price of a plan is compared: %s', (markdown, verdict) => {
  expect(compare(markdown)).toMatch(new RegExp(`^${verdict}: `))
})

test('aliases that are products distinguish facts', () => {
  const products = { name: 'Acme', aliases: ['Acme Glide', 'Acme Peak'] }
  const glide = fact({
    subject: 'Acme Glide',
    statement: 'The Acme Glide costs 140 US dollars.',
    value: 140,
    unit: 'USD',
    earlier: [],
  })
  const verdictOn = (text: string) => compareFact(text, glide, products).verdict
  expect(verdictOn('The Acme Glide costs $150.')).toBe('wrong')
  expect(verdictOn('The Acme Peak costs $160.')).toBe('not_stated')
  expect(verdictOn('Acme is good. The Acme Peak costs $160.')).toBe('not_stated')
  const founded = fact({
    kind: 'founding_year',
    subject: 'founding year',
    statement: 'Acme was founded in 2011.',
    value: 2011,
    unit: null,
    earlier: [],
  })
  const yearOf = (text: string) =>
    compareFact(text, founded, { name: 'Acme', aliases: ['Acme Peak', 'Acme Inc.'] }).verdict
  expect(yearOf('Acme Peak was founded in 2019.')).toBe('not_stated')
  expect(yearOf('Acme Inc. was founded in 2019.')).toBe('wrong')
})

test.each([
  ['another product', 'Globex Team costs $15 per user and month. Acme is cheaper.'],
  ['another product in a list', '- Acme: great boards\n- Globex: Team costs $15 per user and month'],
  ['another product in a table', '## Acme\n\n| | Team, a month |\n|---|---|\n| Globex | $15 |'],
  ['another plan', 'Acme Business costs $15 per user and month.'],
  ['a larger plan of the same name', 'Acme Team Plus costs $15 per user and month.'],
  ['another period', 'Acme Team costs $150 per user and year.'],
  ['another currency', 'Acme Team costs €15 per user and month.'],
  ['the price before a change', 'The price of Acme Team was $15 per user and month.'],
  ['a discount', 'Acme Team costs $15 per user and month for students.'],
  ['a condition', 'If you have ten users, Acme Team costs $15 per user and month.'],
  ['another region', 'In Germany, Acme Team costs $15 per user and month.'],
  ['another year', 'In 2019, Acme Team cost $15 per user and month.'],
  ['what is saved', 'Acme Team saves $15 per user and month.'],
  ['a comparison', 'Globex is cheaper than Acme: Team costs $15 per user and month.'],
  ['no name', 'The Team plan costs $15 per user and month.'],
  ['a question', 'Does Acme Team cost $15 per user and month?'],
  ['a denial', 'Acme Team does not cost $15 per user and month.'],
  ['a denial in German', 'Acme Team kostet nicht 15 $ pro Nutzer und Monat.'],
  ['a denial in French', 'Acme Team ne coûte pas 15 $ par utilisateur et par mois.'],
  ['a denial in Spanish', 'Acme Team no cuesta 15 $ por usuario y mes.'],
  ['a denial in Japanese', 'Acme Teamは月額15ドルではありません。'],
  ['the future', 'Acme Team will cost $15 per user and month.'],
  ['an offer', 'Acme Team costs $15 per user and month for new customers.'],
  ['another seller', 'Resellers sell Acme Team for $15 per user and month.'],
  ['an extra', 'Add-ons for Acme Team cost $15 per user and month.'],
  ['similar products', 'Competitors of Acme Team cost $15 per user and month.'],
])('a price of %s is not stated', (_what, markdown) => {
  expect(compare(markdown)).toBe('not_stated')
})

test('a number with parts of ten thousands is one number', () => {
  const price = {
    subject: '価格',
    statement: 'アクメの価格は12万8,000円です。',
    value: 128_000,
    unit: 'JPY',
    earlier: [],
  }
  expect(compare('アクメの価格は12万8,000円です。', price)).toMatch(/^right: /)
  expect(compare('アクメの価格は13万9,800円です。', price)).toMatch(/^wrong: .*13万9,800円/)
  const revenue = { ...price, value: 120_000_000 }
  expect(compare('アクメの価格は1億2,000万円です。', revenue)).toMatch(/^right: /)
})

test.each([
  [
    'a word of the subject that no list has',
    'アクメの価格は12万8,000円です。',
    { subject: '学割', statement: 'アクメの学割は9万円です。', value: 90_000, unit: 'JPY' },
  ],
  [
    'an abbreviation that is a common word elsewhere',
    'Acme costs $79.',
    { subject: 'EIN', statement: 'Acme obtains an EIN for 99 dollars.', value: 99, unit: 'USD' },
  ],
  [
    'an amount of another size',
    'Most people who filed a claim in the Acme settlement received between $25 and $100.',
    {
      subject: 'settlement',
      statement: 'Acme paid 4 million dollars in the settlement.',
      value: 4_000_000,
      unit: 'USD',
    },
  ],
  [
    'a paragraph that names the subject later',
    "La fibre d'Acme coûte 24,99 € par mois, puis 39,99 €. Les frais de résiliation sont modestes, et l'offre est sans engagement.",
    {
      subject: 'frais de résiliation',
      statement: 'La résiliation coûte 59 € chez Acme.',
      value: 59,
      unit: 'EUR',
    },
  ],
])('an accusation is withheld: %s', (_what, markdown, each) => {
  expect(compare(markdown, { ...each, earlier: [] })).toBe('not_stated')
})

test.each([
  ['limit', 'return period', 'days', 'Acme accepts returns for 30 days.'],
  ['limit', 'Rückgabefrist', 'days', 'Acme nimmt Rücksendungen 30 Tage lang an.'],
  ['limit', 'délai de retour', 'days', 'Acme accepte les retours pendant 30 jours.'],
  ['limit', 'plazo de devolución', 'days', 'Acme acepta devoluciones durante 30 días.'],
  ['limit', '返品期間', 'days', 'アクメの返品は30日間可能です。'],
  ['limit', 'number of users', 'users', 'Acme supports 30 users.'],
  ['price', 'price of the Team plan', 'USD/month', 'Acme Team: $30 a month'],
  ['price', 'monthly fee', 'USD/month', 'Acme costs $30 a month.'],
  ['price', 'monatlicher Preis', 'EUR/month', 'Acme kostet 30 € im Monat.'],
  ['price', 'tarif mensuel', 'EUR/month', 'Acme coûte 30 € par mois.'],
  ['price', 'cuota mensual', 'EUR/month', 'Acme cuesta 30 € al mes.'],
] as const)(
  'the text needs no word that the unit implies: %s "%s" in %s',
  (kind, subject, unit, markdown) => {
    const stated = { kind, subject, statement: `Acme: ${subject}.`, unit, earlier: [] }
    expect(compare(markdown, { ...stated, value: 30 })).toMatch(/^right: /)
    expect(compare(markdown, { ...stated, value: 45 })).toMatch(/^wrong: /)
    expect(compare(markdown, { ...stated, subject: `${subject} Horizon`, value: 45 })).toBe('not_stated')
  },
)

test.each([
  ['fragrance', 'Acme makes a fragrance-free cream.', false],
  ['engagement', 'Avec Acme, évitez un engagement de deux ans.', false],
  ['bank sync', '| | Globex | Acme |\n|---|---|---|\n| Bank sync | ○ | × |', false],
  ['open source', 'If you need open source software, Globex is good. Acme is popular.', null],
  ['open source', 'Passwords matter.\n\nAcme stores them.\n\nTrust comes from open source code.', null],
] as const)('a denial or another statement does not confirm "%s": %s', (subject, markdown, said) => {
  const feature = {
    kind: 'feature',
    subject,
    statement: `Acme: ${subject}.`,
    unit: null,
    earlier: [],
  } as const
  expect(compare(markdown, { ...feature, value: true })).not.toMatch(/^right/)
  if (said !== null) expect(compare(markdown, { ...feature, value: said })).toMatch(/^right: /)
})

test.each([
  ['the price before a change', '以前はアクメのTeamは月額15ドルでした。', {}],
  [
    'digits of the amount',
    'アクメは月8回のプランが月額4,580円です。',
    { subject: '月4回プラン', value: 3280, unit: 'JPY/month' },
  ],
  ['a report about the entity', 'One site claims that Acme Team costs $15 per user and month.', {}],
])('%s does not accuse', (_what, markdown, each) => {
  expect(compare(markdown, { ...each, earlier: [] })).toBe('not_stated')
})

test('99.9 percent is not 99.95 percent', () => {
  const uptime = {
    kind: 'limit',
    subject: 'uptime',
    statement: 'Acme: uptime.',
    unit: '%',
    earlier: [],
  } as const
  expect(compare('Acme guarantees 99.9% uptime.', { ...uptime, value: 99.95 })).toMatch(/^wrong: /)
  expect(compare('Acme guarantees 99.9% uptime.', { ...uptime, value: 99.9 })).toMatch(/^right: /)
})

test('the headquarters in Japanese follow the word for them', () => {
  const place = {
    kind: 'headquarters',
    subject: '本社',
    statement: '本社は大阪です。',
    unit: null,
    earlier: [],
  } as const
  const markdown = 'アクメは2017年に名古屋で設立され、本社は大阪です。'
  expect(compare(markdown, { ...place, value: '大阪市' })).toMatch(/^right: /)
  expect(compare(markdown, { ...place, value: '名古屋' })).toMatch(/^wrong: /)
})

test('the quote is the passage that states the value, in offsets of the markdown', () => {
  const markdown = '**Acme** is simple, and 🎉 the [Team](https://acme.com) plan costs **$15** a month.'
  expect(compare(markdown)).toBe('wrong: and 🎉 the [Team](https://acme.com) plan costs **$15** a month.')
})

test.each([
  ['Acme was founded in 2014.', 'right'],
  ['In 2014, Acme was founded by two students.', 'right'],
  ['Acme wurde 2011 gegründet.', 'wrong'],
  ['Acme, fondée en 2011, vend des vélos.', 'wrong'],
  ['Acme, fundada en 2011, vende bicicletas.', 'wrong'],
  ['アクメは2011年に創業しました。', 'wrong'],
  ['Acme, which Globex bought in 2011, makes boards.', 'not_stated'],
  ['Acme founded Globex in 2011.', 'not_stated'],
  ['The parent company of Acme was founded in 2011.', 'not_stated'],
])('the year of foundation is compared: %s', (markdown, verdict) => {
  const founding = {
    kind: 'founding_year',
    subject: 'founding year',
    statement: 'Acme was founded in 2014.',
  } as const
  expect(compare(markdown, { ...founding, value: 2014, unit: null, earlier: [] })).toMatch(
    new RegExp(`^${verdict}`),
  )
})

test.each([
  ['Acme is headquartered in Lisbon, Portugal.', 'right'],
  ['Acme is based in Porto.', 'outdated'],
  ['Acme has its headquarters in Madrid.', 'wrong'],
  ['La empresa Acme tiene su sede en Madrid.', 'wrong'],
  ['Acme moved its headquarters from Porto.', 'not_stated'],
  ['Acme is based in Europe.', 'not_stated'],
  ['Acme has a regional headquarters in Madrid.', 'not_stated'],
])('headquarters are compared: %s', (markdown, verdict) => {
  const place = {
    kind: 'headquarters',
    subject: 'headquarters',
    statement: 'Acme has its headquarters in Lisbon.',
  } as const
  const earlier = [{ value: 'Porto, Portugal' }]
  expect(compare(markdown, { ...place, value: 'Lisbon, Portugal', unit: null, earlier })).toMatch(
    new RegExp(`^${verdict}`),
  )
})

test.each([
  ['Ann Lee is the CEO of Acme.', 'right'],
  ["Acme's CEO is Bob Ray.", 'wrong'],
  ["Acme's former CEO is Bob Ray.", 'not_stated'],
  ['Bob Ray likes Acme.', 'not_stated'],
])('people are compared by their role: %s', (markdown, verdict) => {
  const person = { kind: 'person', subject: 'CEO', statement: 'The CEO of Acme is Ann Lee.' } as const
  expect(compare(markdown, { ...person, value: 'Ann Lee', unit: null, earlier: [] })).toMatch(
    new RegExp(`^${verdict}`),
  )
})

test.each([
  ['Acme offers single sign-on on the Team plan.', 'right'],
  ['Acme does not offer single sign-on on the Team plan.', 'wrong'],
  ['| | Single sign-on on Team |\n|---|---|\n| Acme | ❌ |', 'wrong'],
  ['| | Single sign-on on Team |\n|---|---|\n| Acme | ✅ |', 'right'],
  ['Acme has no single sign-on on the Team plan unless you ask.', 'not_stated'],
  ['Does Acme offer single sign-on on the Team plan?', 'not_stated'],
  ['Acme does not have a phone app, single sign-on on the Team plan, and boards.', 'not_stated'],
])('features are compared with their negation: %s', (markdown, verdict) => {
  const feature = {
    kind: 'feature',
    subject: 'single sign-on on the Team plan',
    statement: 'Acme Team has single sign-on.',
  } as const
  expect(compare(markdown, { ...feature, value: true, unit: null, earlier: [] })).toMatch(
    new RegExp(`^${verdict}`),
  )
})

test.each([
  ['Acme has a free trial of 30 days.', 'right'],
  ['Acme has a free trial of two weeks.', 'wrong'],
  ['Acme does not offer a free trial.', 'wrong'],
  ['Acme has a 30-day money-back guarantee.', 'not_stated'],
])('limits are compared in their unit: %s', (markdown, verdict) => {
  const limit = {
    kind: 'limit',
    subject: 'free trial',
    statement: 'Acme has a free trial of 30 days.',
  } as const
  expect(compare(markdown, { ...limit, value: 30, unit: 'days', earlier: [] })).toMatch(
    new RegExp(`^${verdict}`),
  )
})

test('other known names are not the entity', () => {
  const match = createFactMatcher([fact({})], names, [{ name: 'target', aliases: [] }])
  const markdown = '**Acme** is simple. **Target**: Team costs $15 per user and month.'
  expect(match(markdown)[0]?.verdict).toBe('not_stated')
})

test('quotes of a page have offsets into its text', () => {
  const text = 'Acme\nBoards for teams\n\nAcme Team: $15 per user and month\nMade in Lisbon'
  const [found] = comparePage(createFactMatcher([fact({})], names), text, 'en')
  expect(text.slice(found?.start ?? 0, found?.end ?? 0)).toBe('$15 per user and month')
})

/** Texts without sentences, with one name, number or word again and again. */
const hostile = [
  '1',
  '1,',
  '111 ',
  '$1 ',
  '2008 ',
  'founded 2008 ',
  'Plus plan $1 ',
  'not ',
  '(',
  'a: ',
  'headquartered in ',
  '|a',
  '- ',
  '円',
  'Xyzzy ',
  '$1/a a ',
  'january 1 ',
]

test.each(hostile)('a text of 200 KB of "%s" takes time in proportion to its length', (unit) => {
  const facts = [
    fact({}),
    fact({ kind: 'founding_year', subject: 'founding year', value: 2014, unit: null }),
    fact({ kind: 'headquarters', subject: 'headquarters', value: 'Lisbon', unit: null }),
    fact({ kind: 'feature', subject: 'Plus plan', value: true, unit: null }),
    fact({ kind: 'date', subject: 'release of Plus', value: '2014-05', unit: null }),
  ]
  const match = createFactMatcher(facts, names)
  const cost = (length: number) => {
    const text = `Acme ${unit.repeat(length / unit.length)}`
    const runs = Array.from({ length: 2 }, () => {
      const { user } = process.cpuUsage()
      match(text)
      return process.cpuUsage().user - user
    })
    return Math.min(...runs)
  }
  cost(10_000)
  // Eight times the text takes 64 times as long if the time is quadratic. The floor is for what is too short to measure.
  expect(cost(200_000) / Math.max(cost(25_000), 5_000)).toBeLessThan(30)
})
