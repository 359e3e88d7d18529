/** What kind of question a prompt is, guessed from its words when nobody says. */

export const categories = [
  'comparison',
  'best',
  'how-to',
  'alternative',
  'recommendation',
  'informational',
  'branded',
  'other',
] as const
export type Category = (typeof categories)[number]

/** Whole words in any script: `\b` takes the é of "qué" for the end of a word. */
const words = (pattern: string) => new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'iu')
const opening = (pattern: string) => new RegExp(`^¿?(?:${pattern})(?!\\p{L})`, 'iu')

/** English, German, French and Spanish; the first that fits counts, so the narrower ones stand first. */
const signs: [Category, RegExp][] = [
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
  const fitting = signs.find(([, sign]) => sign.test(text))?.[0]
  if (branded && (fitting === undefined || fitting === 'informational')) return 'branded'
  return fitting ?? 'other'
}
