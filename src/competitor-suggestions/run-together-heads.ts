/** Finds the heads of items in text that lost its line feeds, as scraped answers often have. Pure. */
import type { Range } from '../answers/outline.ts'

/** Shorter blocks are sentences. */
const minUnits = 200
const maxText = 50_000

/**
 * A label after the end of a sentence, with or without a space, or after a bullet within a line: "…of all.Acme Air: a car",
 * "Others: - Acme Air (small) - Globex — a plane".
 */
const LABEL =
  /(?<=[.!?:)\]…]\s?|\*\s{1,4}|\s[-•–]\s)((?:\p{Ll}{1,2}|(?<!\d\.)\d{1,3})?\p{Lu}[\p{L}\d&'’.+-]{0,30}(?: (?:\p{Ll}-?)?[\p{Lu}\d&][\p{L}\d&'’.+/-]{0,30}| (?:of|and|for|but|all|by)){0,7})(?: \p{Ll}{2,12}(?=:))?(?: \([^)]{1,40}\))?(?::|\s[—–-]\s)/gu

/** Returns the labels of a block and their offsets in the text. */
export function labelsIn(text: string, { start, end }: Range): { label: string; at: number }[] {
  if (end - start <= minUnits) return []
  const found = text.slice(start, end).matchAll(LABEL)
  return [...found].map(({ 0: label, index }) => ({ label, at: start + index }))
}

/** The name of a product between the rating or price of the one before and its own price: "…4.7(179)Acme Air$99". */
const CARD = /(?<=\)|\.\d\d|\u00a0)((?:\p{Ll}{1,2}|\d{1,3})?\p{Lu}[^$\n:]{3,120}?)\$\d/gu

/** Returns the names of products that are followed by their price. */
export const cardsIn = (text: string): string[] =>
  [...text.slice(0, maxText).matchAll(CARD)].map(([, card = '']) => card)
