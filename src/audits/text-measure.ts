/** How much a text says, in any script, counted so that languages without spaces between words compare with those that have them. */

/** Letters and digits; a Han sign counts three, kana and hangul two. */
export function countLetters(text: string): number {
  let letters = 0
  for (const sign of text) letters += weightOf(sign)
  return letters
}

function weightOf(sign: string): number {
  if (sign < '\u0080') return /[0-9A-Za-z]/.test(sign) ? 1 : 0
  if (sign > '\u10ff' && /\p{sc=Hani}/u.test(sign)) return 3
  if (sign > '\u10ff' && /[\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(sign)) return 2
  return /[\p{L}\p{N}]/u.test(sign) ? 1 : 0
}

/** By its mark: `?` of any script, at the end, or `¿` before. */
export const isQuestion = (text: string): boolean => /^¿|[?？؟\u037e՞፧]["'”’»」』)]*$/u.test(text.trim())

/** Whether enough of a text is in a script of its language; null for a tag that is none, and where there is too little. */
export function isWrittenIn(language: string, text: string): boolean | null {
  const script = scriptOf(language)
  const letters = [...text.slice(0, 20_000)].filter((sign) => /\p{L}/u.test(sign))
  if (script === null || letters.length < 20) return null
  // Names and terms of others are everywhere; a text with none of its own script is in another language.
  return letters.filter((sign) => script.test(sign)).length >= letters.length / 5
}

const mixedScripts: Record<string, string> = {
  Jpan: '\\p{sc=Hani}\\p{sc=Hira}\\p{sc=Kana}',
  Kore: '\\p{sc=Hang}\\p{sc=Hani}',
  Hans: '\\p{sc=Hani}',
  Hant: '\\p{sc=Hani}',
}

function scriptOf(language: string): RegExp | null {
  try {
    const script = new Intl.Locale(language).maximize().script
    return script ? new RegExp(`[${mixedScripts[script] ?? `\\p{sc=${script}}`}]`, 'u') : null
  } catch {
    return null
  }
}
