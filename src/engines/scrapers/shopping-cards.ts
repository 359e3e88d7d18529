/**
 * Products that stand as cards beside an answer, as scrapers tell them. Platforms and scrapers name the same things
 * differently, in one reply too (`numReviews`, `num_reviews`, `reviews: "1.2K"`), so each fact is looked for under all
 * of its names.
 */

import { asArray, asFiniteNumber, asRecords, asString, isRecord, valueAt } from '../client/json.ts'
import { cleanUrl } from '../client/sources.ts'
import type { ShoppingCard } from '../engine.ts'
import currencyFile from './currencies.json' with { type: 'json' }

/** Cards of one answer in the order of the products; `country` decides what a bare `$` or `kr` is. */
export function parseShoppingCards(products: readonly unknown[], country: string | null): ShoppingCard[] {
  return products
    .map((product) => readCard(product, country))
    .filter((card) => card !== null)
    .map((card, index) => ({ ...card, position: index + 1 }))
}

/** Null without a title. */
function readCard(product: unknown, country: string | null): ShoppingCard | null {
  const title = firstText(product, ['title', 'name', 'product_title', 'product_name'])
  if (title === null) return null
  const offer = asRecords(valueAt(product, 'offers'))[0]
  const merchant =
    firstText(product, ['merchant', 'merchants', 'seller', 'store', 'source']) ??
    firstText(offer, ['merchant_name', 'seller_name'])
  return {
    product_title: title,
    product_brand: firstText(product, ['brandName', 'brand']) ?? firstText(offer, ['brand']),
    ...readPrice(product, offer, country),
    merchant,
    url: firstUrl(product, ['url', 'productLink', 'product_link', 'link']) ?? firstUrl(offer, ['url']),
    image_url: readImage(product),
    rating: readRating(product),
    review_count: readReviewCount(product),
    position: 0,
  }
}

type Price = Pick<ShoppingCard, 'price_amount' | 'price_currency'>

function readPrice(product: unknown, offer: unknown, country: string | null): Price {
  const told = valueAt(product, 'price') ?? valueAt(offer, 'price')
  if (!isRecord(told)) {
    const written = parsePrice(told, country)
    // A number beside the text needs no reading.
    const currency = asString(valueAt(product, 'currency'))
    return {
      price_amount: asFiniteNumber(valueAt(product, 'extracted_price')) ?? written.price_amount,
      price_currency: (currency && currencyOf(currency, country)) ?? written.price_currency,
    }
  }
  const raw = parsePrice(told.raw ?? told.displayed_price, country)
  const amount = [told.amount, told.value, told.current].map(asFiniteNumber).find((value) => value !== null)
  const named = asString(told.currency) ?? asString(told.currencySymbol)
  return {
    price_amount: amount ?? raw.price_amount,
    price_currency: (named && currencyOf(named, country)) ?? raw.price_currency,
  }
}

/** `$1,299.00`, `1.299,00 €`, `EUR 57`, `R$ 3.599`; a range gives its lower end. */
export function parsePrice(written: unknown, country: string | null): Price {
  if (typeof written === 'number') return { price_amount: asFiniteNumber(written), price_currency: null }
  const found = /\d[\d.,\s'’]*/.exec(asString(written) ?? '')
  if (found === null) return { price_amount: null, price_currency: null }
  const amount = Number(plainNumber(found[0]))
  const around = `${found.input.slice(0, found.index)} ${found.input.slice(found.index + found[0].length)}`
  return {
    price_amount: Number.isFinite(amount) ? amount : null,
    price_currency: currencyOf(around, country),
  }
}

/** The last point or comma is decimal when one or two digits follow it; all others part thousands. */
function plainNumber(written: string): string {
  const digits = written.replace(/[\s'’]/g, '').replace(/[.,]+$/, '')
  const [, whole = digits, decimals] = /^(.*)[.,](\d{1,2})$/.exec(digits) ?? []
  return `${whole.replace(/[.,]/g, '')}.${decimals ?? 0}`
}

/** ISO 4217, of a code, a symbol or a word; null for what may be anything. */
function currencyOf(written: string, country: string | null): string | null {
  const words = written.trim()
  const code = /\b[A-Z]{3}\b/.exec(words)?.[0]
  if (code !== undefined && currencyFile.codes.includes(code)) return code
  const known = currencyFile.symbols.find(({ symbol }) => words.includes(symbol))
  if (known === undefined) return null
  const local = known.countries?.find((each) => each.country === country)
  return local?.currency ?? known.currency
}

function readImage(product: unknown): string | null {
  const images = ['image_urls', 'imageUrls', 'images'].flatMap((name) => asArray(valueAt(product, name)))
  const first = images[0]
  return (
    firstUrl(product, ['thumbnail', 'image_url', 'image']) ??
    cleanUrl(
      asString(first) ?? asString(valueAt(first, 'url')) ?? asString(valueAt(first, 'image_url')) ?? '',
    )
  )
}

function readRating(product: unknown): number | null {
  const told = valueAt(product, 'rating')
  return (
    asFiniteNumber(told) ??
    asFiniteNumber(valueAt(told, 'value')) ??
    (typeof told === 'string' ? countIn(told) : null)
  )
}

function readReviewCount(product: unknown): number | null {
  const told = [
    valueAt(product, 'num_reviews'),
    valueAt(product, 'numReviews'),
    valueAt(product, 'review_count'),
    valueAt(product, 'reviews_count'),
    valueAt(product, 'reviews'),
    valueAt(product, 'rating', 'count'),
    valueAt(product, 'rating', 'votes_count'),
  ]
  const count = told.map(countIn).find((value) => value !== null) ?? null
  return count === null ? null : Math.round(count)
}

/** `1,234`, `1.2K`, `(3.4M)` or the number itself. */
function countIn(told: unknown): number | null {
  if (typeof told === 'number') return asFiniteNumber(told)
  const [, digits = '', unit = ''] = /([\d.,]*\d)\s*([KkMm]?)/.exec(asString(told) ?? '') ?? []
  if (digits === '') return null
  const count = Number(
    unit === '' && /[.,]\d{3}\b/.test(digits) ? digits.replace(/[.,]/g, '') : plainNumber(digits),
  )
  const times = { k: 1_000, m: 1_000_000 }[unit.toLowerCase()] ?? 1
  return Number.isFinite(count) ? count * times : null
}

function firstText(value: unknown, names: readonly string[]): string | null {
  return names.map((name) => asString(valueAt(value, name))).find((found) => found !== null) ?? null
}

function firstUrl(value: unknown, names: readonly string[]): string | null {
  return (
    names.map((name) => cleanUrl(asString(valueAt(value, name)) ?? '')).find((found) => found !== null) ??
    null
  )
}
