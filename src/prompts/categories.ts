/** Derives the category of a prompt from its words, when no category is given. */
import type { promptCategories } from '../../vocabulary/labels.ts'

export type Category = (typeof promptCategories)[number]

/** Matches whole words in any script. `\b` would treat the é of "qué" as a word boundary. */
const words = (pattern: string) => new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'iu')
const opening = (pattern: string) => new RegExp(`^¿?(?:${pattern})(?!\\p{L})`, 'iu')

/** English, German, French and Spanish. The first match wins, so narrower categories come first. */
const patterns: [Category, RegExp][] = [
  ['alternative', words('alternativ(?:e|es|en|as|a)|ersatz für|instead of|similar to')],
  [
    'comparison',
    words(
      String.raw`vs|versus|compar(?:e|ed|ison|aison|er|ar|ación)|vergleich\p{L}*|unterschied|difference between|différence entre|diferencia entre|better than`,
    ),
  ],
  [
    'how-to',
    words(
      String.raw`how (?:do|to|can|should)|wie (?:geht|kann|\p{L}+ (?:ich|man|wir))|comment|cómo|steps to|anleitung`,
    ),
  ],
  ['best', words(String.raw`best|top|beste[nrs]?|meilleure?s?|mejor(?:es)?|leading|führende\p{L}*`)],
  [
    'recommendation',
    words(
      String.raw`(?:recommend|suggest|empf(?:e|ie|o)hl|recommand|recomi?end)\p{L}*|should i (?:use|buy|choose|get)|which|welche[nrs]?|quell?e?s?|cuál(?:es)?|worth`,
    ),
  ],
  [
    'informational',
    opening(
      "what|who|why|when|where|is|are|does|do|can|was|wer|warum|wann|wo|ist|sind|qu['’]est|qui|pourquoi|quand|où|qué|quién|por qué|cuándo|dónde",
    ),
  ],
]

export function categorize(text: string, branded: boolean): Category {
  const matching = patterns.find(([, pattern]) => pattern.test(text))?.[0]
  if (branded && (matching === undefined || matching === 'informational')) return 'branded'
  return matching ?? 'other'
}
