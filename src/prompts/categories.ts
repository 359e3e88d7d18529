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

/** English, German, French and Spanish; the first that fits counts, so the narrower ones stand first. */
const signs: [Category, RegExp][] = [
  ['alternative', /\balternativ(e|es|en|as|a)\b|\bersatz für\b|\binstead of\b|\bsimilar to\b/i],
  [
    'comparison',
    /\bvs\.?\b|\bversus\b|\bcompar(e|ed|ison|aison|er|ar|ación)\b|\bvergleich|\bunterschied\b|\bdifference between\b|\bdifférence entre\b|\bdiferencia entre\b|\bbetter than\b/i,
  ],
  [
    'how-to',
    /\bhow (do|to|can|should)\b|\bwie (kann|mache|richte|geht|man)\b|\bcomment\b|\bcómo\b|\bsteps to\b|\banleitung\b/i,
  ],
  ['best', /\bbest\b|\btop \d*\b|\bbeste[nrs]?\b|\bmeilleure?s?\b|\bmejor(es)?\b|\bleading\b|\bführende/i],
  [
    'recommendation',
    /\brecommend|\bsuggest|\bempfehl|\brecommand|\brecomend|\bshould i (use|buy|choose|get)\b|\bwhich\b|\bwelche[rsn]?\b|\bquell?es?\b|\bcuál(es)?\b|\bworth\b/i,
  ],
  [
    'informational',
    /^(what|who|why|when|where|is|are|does|do|can|was|wer|warum|wann|wo|ist|sind|qu'est|qui|pourquoi|quand|où|qué|quién|por qué|cuándo|dónde)\b/i,
  ],
]

export function categorize(text: string, branded: boolean): Category {
  const fitting = signs.find(([, sign]) => sign.test(text))?.[0]
  if (branded && (fitting === undefined || fitting === 'informational')) return 'branded'
  return fitting ?? 'other'
}
