/** Finds enumerations of capitalized names in running text. Pure. */

/** A full stop belongs to a word as in "acme.com" and "J.Crew", and ends the sentence as in "Acme.Globex". */
const WORD = String.raw`(?:[\p{L}\d&'’+-]|\.(?=[\p{Ll}\d])|(?<=(?<!\p{L})\p{Lu})\.(?=\p{Lu})){0,30}`
const NAME = String.raw`\p{Lu}${WORD}(?: (?:of |and |d[aeiou] |del )?[\p{Lu}\d&]${WORD}){0,4}`
const OR = '(?:and|or|und|oder|et|ou|y|o)'
const VERSUS = String.raw`(?: (?:and|or|vs\.?|versus|und|oder|et|ou|y|o) |/)`
const ENUMERATION = new RegExp(
  String.raw`(?<![\p{L}\d])${NAME}(?:(?:, ${NAME}){1,12}(?:,? ${OR} ${NAME})?|${VERSUS}${NAME})`,
  'gu',
)
const SPLIT = new RegExp(`, (?:${OR} )?|${VERSUS}`, 'u')

/** Names after these are shops, sources, or what something works with. */
const INCIDENTAL =
  /\b(?:at|from|by|on|via|through|retailers?|stores?|sources?|shops?|sites?|outlets?|according to|reviews?|tested|works? with|compatible with|integrat\w+ with|supports?|support for|syncs? (?:with|to)|partners?|(?:makers?|creators?|developers?|owners?) of|bei|laut|chez|selon|en)\b[^.,;:]{0,16}$/iu
const contextUnits = 40

/** Bounds for hostile texts. */
const maxText = 50_000
const maxEnumerations = 60

/** Returns enumerations of names, except of places to buy, of sources, and of what something works with. */
export function enumerationsIn(text: string): string[][] {
  const found: string[][] = []
  for (const { 0: list, index } of text.slice(0, maxText).matchAll(ENUMERATION)) {
    if (INCIDENTAL.test(text.slice(Math.max(0, index - contextUnits), index))) continue
    found.push(list.split(SPLIT))
    if (found.length >= maxEnumerations) break
  }
  return found
}
