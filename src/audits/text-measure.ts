/** Measures text across scripts, so that languages with and without spaces are comparable. */

/** Counts letters and digits; a Han character counts three, kana and hangul two. */
export function countLetters(text: string): number {
  let letters = 0
  for (const character of text) letters += letterWeight(character)
  return letters
}

function letterWeight(character: string): number {
  if (character < '\u0080') return /[0-9A-Za-z]/.test(character) ? 1 : 0
  if (character > '\u10ff' && /\p{sc=Hani}/u.test(character)) return 3
  if (character > '\u10ff' && /[\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(character)) return 2
  return /[\p{L}\p{N}]/u.test(character) ? 1 : 0
}

/** Recognizes questions by punctuation: `?` of any script at the end, or `¿` at the start. */
export const isQuestion = (text: string): boolean => /^¿|[?？؟\u037e՞፧]["'”’»」』)]*$/u.test(text.trim())

/** Returns whether enough of the text is in the script of its language; null for an invalid tag or too little text. */
export function isWrittenIn(language: string, text: string): boolean | null {
  const script = getScript(language)
  const letters = [...text.slice(0, 20_000)].filter((character) => /\p{L}/u.test(character))
  if (script === null || letters.length < 20) return null
  // Foreign names and terms are common, but a text without its own script is in another language.
  return letters.filter((character) => script.test(character)).length >= letters.length / 5
}

const mixedScripts: Record<string, string> = {
  Jpan: '\\p{sc=Hani}\\p{sc=Hira}\\p{sc=Kana}',
  Kore: '\\p{sc=Hang}\\p{sc=Hani}',
  Hans: '\\p{sc=Hani}',
  Hant: '\\p{sc=Hani}',
}

function getScript(language: string): RegExp | null {
  try {
    const script = new Intl.Locale(language).maximize().script
    return script ? new RegExp(`[${mixedScripts[script] ?? `\\p{sc=${script}}`}]`, 'u') : null
  } catch {
    return null
  }
}
