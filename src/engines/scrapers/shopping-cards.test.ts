import { expect, test } from 'vitest'
import { parsePrice, parseShoppingCards } from './shopping-cards.ts'

test.each<[unknown, string | null, number | null, string | null]>([
  ['$57.00', null, 57, 'USD'],
  ['$57.00', 'CA', 57, 'CAD'],
  ['CA$1,299', 'US', 1299, 'CAD'],
  ['1.299,00 €', 'DE', 1299, 'EUR'],
  ['EUR 57', null, 57, 'EUR'],
  ['R$ 3.599', 'BR', 3599, 'BRL'],
  ['₹1,29,900', 'IN', 129_900, 'INR'],
  ['1’299.50 CHF', 'CH', 1299.5, 'CHF'],
  ['1 299 kr', 'SE', 1299, 'SEK'],
  ['1 299 kr', 'US', 1299, null],
  ['¥12,800', 'JP', 12_800, 'JPY'],
  ['$50 – $70', 'US', 50, 'USD'],
  ['from $0.5 a day', 'US', 0.5, 'USD'],
  [57, 'US', 57, null],
  ['SEE PRICE', 'US', null, null],
  ['', 'US', null, null],
  [null, 'US', null, null],
])('the price %j in %s is %s %s', (written, country, amount, currency) => {
  expect(parsePrice(written, country)).toEqual({ price_amount: amount, price_currency: currency })
})

const card = {
  product_title: 'Acme Glide',
  product_brand: null,
  price_amount: null,
  price_currency: null,
  merchant: null,
  url: null,
  image_url: null,
  rating: null,
  review_count: null,
  position: 1,
}

test.each<[string, object, object]>([
  [
    'ChatGPT, with the merchant in the offer',
    {
      title: 'Acme Glide',
      price: '$89.90',
      merchants: null,
      url: 'https://acme.example/glide?utm_source=chatgpt.com',
      image_urls: ['https://acme.example/glide.jpg'],
      rating: 4.5,
      num_reviews: 1204,
      offers: [{ merchant_name: 'Shopwell', brand: 'Acme', price: '$91.00' }],
    },
    {
      product_brand: 'Acme',
      price_amount: 89.9,
      price_currency: 'USD',
      merchant: 'Shopwell',
      url: 'https://acme.example/glide',
      image_url: 'https://acme.example/glide.jpg',
      rating: 4.5,
      review_count: 1204,
    },
  ],
  [
    'Copilot, with nested objects',
    {
      name: 'Acme Glide',
      brandName: 'Acme',
      images: [{ title: 'Front', url: 'https://acme.example/front.jpg' }],
      price: { amount: 89.9, currency: 'EUR', currencySymbol: '€' },
      seller: 'Shopwell',
      rating: { value: 4.2, count: 77 },
    },
    {
      product_brand: 'Acme',
      price_amount: 89.9,
      price_currency: 'EUR',
      merchant: 'Shopwell',
      image_url: 'https://acme.example/front.jpg',
      rating: 4.2,
      review_count: 77,
    },
  ],
  [
    'Google, with abbreviated counts',
    {
      title: 'Acme Glide',
      price: { value: 89.9, currency: '£', raw: '£89.90' },
      store: 'Shopwell',
      rating: 4.2,
      reviews: '1.2K',
      thumbnail: 'https://acme.example/glide.jpg',
      productLink: 'https://shopwell.example/glide',
    },
    {
      price_amount: 89.9,
      price_currency: 'GBP',
      merchant: 'Shopwell',
      url: 'https://shopwell.example/glide',
      image_url: 'https://acme.example/glide.jpg',
      rating: 4.2,
      review_count: 1200,
    },
  ],
  [
    'a product with only a name',
    { title: 'Acme Glide', reviews: '(1,234)', price: {} },
    { review_count: 1234 },
  ],
])('a card of %s', (_, product, read) => {
  expect(parseShoppingCards([product], 'US')).toEqual([{ ...card, ...read }])
})

test('products without a title are skipped, and positions have no gaps', () => {
  const cards = parseShoppingCards([{ title: 'A' }, { price: '$1' }, 'B', null, { name: 'C' }], null)
  expect(cards.map(({ product_title, position }) => [product_title, position])).toEqual([
    ['A', 1],
    ['C', 2],
  ])
})
