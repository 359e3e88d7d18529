/**
 * Parses the product cards that scrapers return next to an answer. Platforms and scrapers use different names for the
 * same field, even within one reply (`numReviews`, `num_reviews`, `reviews: "1.2K"`), so each field is read under all
 * its names.
 */
import { asArray, asFiniteNumber, asRecords, asString, isRecord, valueAt } from '../client/json.ts'
import { cleanUrl } from '../client/sources.ts'
import type { ShoppingCard } from '../engine.ts'
import currencyFile from './currencies.json' with { type: 'json' }

/** Returns the cards of one answer in order; `country` decides the currency of a bare `$` or `kr`. */
export function parseShoppingCards(products: readonly unknown[], country: string | null): ShoppingCard[] {
  return products
    .map((product) => parseCard(product, country))
    .filter((card) => card !== null)
    .map((card, index) => ({ ...card, position: index + 1 }))
}

/** Returns null without a title. */
function parseCard(product: unknown, country: string | null): ShoppingCard | null {
  const title = firstText(product, ['title', 'name', 'product_title', 'product_name'])
  if (title === null) return null
  const offer = asRecords(valueAt(product, 'offers'))[0]
  const merchant =
    firstText(product, ['merchant', 'merchants', 'seller', 'store', 'source']) ??
    firstText(offer, ['merchant_name', 'seller_name'])
  return {
    product_title: title,
    product_brand: firstText(product, ['brandName', 'brand']) ?? firstText(offer, ['brand']),
    ...getPrice(product, offer, country),
    merchant,
    url: firstUrl(product, ['url', 'productLink', 'product_link', 'link']) ?? firstUrl(offer, ['url']),
    image_url: getImage(product),
    rating: getRating(product),
    review_count: getReviewCount(product),
    position: 0,
  }
}

type Price = Pick<ShoppingCard, 'price_amount' | 'price_currency'>

function getPrice(product: unknown, offer: unknown, country: string | null): Price {
  const price = valueAt(product, 'price') ?? valueAt(offer, 'price')
  if (!isRecord(price)) {
    const parsed = parsePrice(price, country)
    const currency = asString(valueAt(product, 'currency'))
    return {
      price_amount: asFiniteNumber(valueAt(product, 'extracted_price')) ?? parsed.price_amount,
      price_currency: (currency && getCurrency(currency, country)) ?? parsed.price_currency,
    }
  }
  const raw = parsePrice(price.raw ?? price.displayed_price, country)
  const amount = [price.amount, price.value, price.current]
    .map(asFiniteNumber)
    .find((value) => value !== null)
  const named = asString(price.currency) ?? asString(price.currencySymbol)
  return {
    price_amount: amount ?? raw.price_amount,
    price_currency: (named && getCurrency(named, country)) ?? raw.price_currency,
  }
}

/** Parses `$1,299.00`, `1.299,00 €`, `EUR 57` and `R$ 3.599`; of a range, the lower end. */
export function parsePrice(price: unknown, country: string | null): Price {
  if (typeof price === 'number') return { price_amount: asFiniteNumber(price), price_currency: null }
  const found = /\d[\d.,\s'’]*/.exec(asString(price) ?? '')
  if (found === null) return { price_amount: null, price_currency: null }
  const amount = Number(plainNumber(found[0]))
  const around = `${found.input.slice(0, found.index)} ${found.input.slice(found.index + found[0].length)}`
  return {
    price_amount: Number.isFinite(amount) ? amount : null,
    price_currency: getCurrency(around, country),
  }
}

/**
 * Normalizes a formatted number. The last point or comma is decimal if one or two digits follow it; all others separate
 * thousands.
 */
function plainNumber(formatted: string): string {
  const digits = formatted.replace(/[\s'’]/g, '').replace(/(?<![.,])[.,]+$/, '')
  const [, whole = digits, decimals] = /^(.*)[.,](\d{1,2})$/.exec(digits) ?? []
  return `${whole.replace(/[.,]/g, '')}.${decimals ?? 0}`
}

/** Returns the ISO 4217 code of a code, symbol or word; null if it is ambiguous or unknown. */
function getCurrency(text: string, country: string | null): string | null {
  const trimmed = text.trim()
  const code = /\b[A-Z]{3}\b/.exec(trimmed)?.[0]
  if (code !== undefined && currencyFile.codes.includes(code)) return code
  const known = currencyFile.symbols.find(({ symbol }) => trimmed.includes(symbol))
  if (known === undefined) return null
  const local = known.countries?.find((each) => each.country === country)
  return local?.currency ?? known.currency
}

function getImage(product: unknown): string | null {
  const images = ['image_urls', 'imageUrls', 'images'].flatMap((name) => asArray(valueAt(product, name)))
  const first = images[0]
  return (
    firstUrl(product, ['thumbnail', 'image_url', 'image']) ??
    cleanUrl(
      asString(first) ?? asString(valueAt(first, 'url')) ?? asString(valueAt(first, 'image_url')) ?? '',
    )
  )
}

function getRating(product: unknown): number | null {
  const rating = valueAt(product, 'rating')
  return (
    asFiniteNumber(rating) ??
    asFiniteNumber(valueAt(rating, 'value')) ??
    (typeof rating === 'string' ? parseCount(rating) : null)
  )
}

function getReviewCount(product: unknown): number | null {
  const counts = [
    valueAt(product, 'num_reviews'),
    valueAt(product, 'numReviews'),
    valueAt(product, 'review_count'),
    valueAt(product, 'reviews_count'),
    valueAt(product, 'reviews'),
    valueAt(product, 'rating', 'count'),
    valueAt(product, 'rating', 'votes_count'),
  ]
  const count = counts.map(parseCount).find((value) => value !== null) ?? null
  return count === null ? null : Math.round(count)
}

/** Parses `1,234`, `1.2K`, `(3.4M)` or a number. */
function parseCount(text: unknown): number | null {
  if (typeof text === 'number') return asFiniteNumber(text)
  const [, digits = '', unit = ''] = /(?<![\d.,])([\d.,]*\d)\s*([KkMm]?)/.exec(asString(text) ?? '') ?? []
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
