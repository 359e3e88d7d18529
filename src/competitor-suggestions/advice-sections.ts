/**
 * Finds the sections of an answer that say how to choose and where to buy: their lists contain features and shops, and no
 * competitors. Pure.
 */
import type { Outline, OutlineBlock, Range } from '../answers/outline.ts'

const maxHeadingUnits = 80
/** A bound for hostile texts: each head of a list is compared with each section. */
const maxSections = 50

/** Returns the ranges of the text below headings such as "Things to consider" and "Where to buy". */
export function adviceSections({ text, blocks }: Outline): Range[] {
  const sections: Range[] = []
  let open: { start: number; level: number } | null = null
  for (const block of blocks) {
    const level = headingLevel(block)
    const label = level === null ? '' : text.slice(block.start, block.end)
    if (open && level !== null && level <= open.level) {
      sections.push({ start: open.start, end: block.start })
      open = null
    }
    if (!open && level !== null && isAdvice(label)) open = { start: block.start, level }
    if (level === null) sections.push(...runTogetherSections(text, block))
  }
  if (open) sections.push({ start: open.start, end: text.length })
  return sections.slice(0, maxSections)
}

/** A short paragraph is a heading below all others. Null for other blocks. */
function headingLevel({ kind, level, start, end }: OutlineBlock): number | null {
  if (kind === 'heading') return level
  return kind === 'paragraph' && end - start <= maxHeadingUnits ? paragraphLevel : null
}

const paragraphLevel = 7

const ADVICE =
  /^[^\p{L}]*(?:see more)?(?:(?:other|some|key|main|important|additional|quick|final|pro|buying|shopping|safety|more) ){0,3}(?:considerations?|factors|things to|points to|features to|criteria|tips|advice|what to (?:look|consider|check|know)|how to (?:choose|pick|save|buy)|(?:when )?choosing|(?:buying|shopping|buyer['’]?s?) (?:tips|guide|advice)|where to (?:buy|shop|find)|worauf|tipps|kriterien|wo kaufen|conseils|critères|comment choisir|où acheter|consejos|criterios|cómo elegir|dónde comprar)(?!\p{L})/iu
const OFFER =
  /\b(?:options?|brands?|models?|alternatives?|picks?|choices?|products?|tools?|apps?|services?|providers?|companies|contenders?|marken|modelle|alternativen|marques|modèles|marcas|modelos|alternativas)\b/iu

const isAdvice = (heading: string): boolean => ADVICE.test(heading) && !OFFER.test(heading)

/** Headings in a text that lost its line feeds end with a colon or a no-break space. */
const RUN_TOGETHER = /(?<=[.!?:)\]…\d\u00a0]\s?|^|more)\p{Lu}[\p{L}’' -]{3,60}(?:[:\u00a0])/gu

function runTogetherSections(text: string, { start, end }: Range): Range[] {
  const sections: Range[] = []
  let from: number | null = null
  for (const { 0: heading, index } of text.slice(start, end).matchAll(RUN_TOGETHER)) {
    if (from === null && isAdvice(heading)) from = start + index
    else if (from !== null && OFFER.test(heading)) {
      sections.push({ start: from, end: start + index })
      from = null
    }
  }
  return from === null ? sections : [...sections, { start: from, end }]
}
