/** Reads a search query: its words, what it asks for, and whether a person would put it to an AI engine. Pure. */
import type { CandidateIntent } from '../../vocabulary/discovery.ts'
import data from './query-words.json' with { type: 'json' }

const languages = ['en', 'de', 'fr', 'es', 'ja'] as const
export type QueryLanguage = (typeof languages)[number]
export type Signal = keyof typeof data.signals

export type QueryForm = {
  /** The text in lower case, without characters that queries do not distinguish. */
  text: string
  /** Stems of the words that say what the query asks for, sorted; words of one signal and language are the same. */
  words: readonly string[]
  signals: readonly Signal[]
  isQuestion: boolean
  branded: boolean
  language: QueryLanguage
  /** Whether a person could put it to an AI engine: not a name alone, and not the way to a page. */
  isPrompt: boolean
}

const split = (list: string) => list.split(' ').filter((word) => word !== '')
const byLanguage = (lists: Record<QueryLanguage, string>) =>
  new Map(languages.map((language) => [language, new Set(split(lists[language]))]))
const ignored = byLanguage(data.ignored)
const ignoredAnywhere = new Set([...ignored.values()].flatMap((words) => [...words]))
const questions = byLanguage(data.questions)
const company = byLanguage(data.company)
const unclear = byLanguage(data.unclear)
const unitOf = new Map(
  Object.entries(data.units).flatMap(([unit, words]) => split(words).map((word) => [word, unit])),
)
/** The signals of each language, by word. */
const signalOf = new Map(
  languages.map((language) => [
    language,
    new Map(
      Object.entries(data.signals).flatMap(([signal, lists]) =>
        split(lists[language]).map((word) => [word, toSignal(signal)] as const),
      ),
    ),
  ]),
)
const navigation = new Set(split(data.navigation))
const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })

/** `names`: of the brand, in lower case. `fallback`: the language of a query that no word identifies. */
export function readQuery(query: string, names: readonly string[], fallback: string | null): QueryForm {
  const text = normalizeQuery(query)
  const spoken = getWords(text)
  const language = findLanguage(spoken, fallback)
  const found = new Map<string, Signal>()
  const stems = new Set<string>()
  const rest = takePhrases(text, found)
  // Splitting a text takes most of the time.
  for (const word of found.size === 0 ? spoken : getWords(rest)) {
    const spokenIn = [language, ...languages].find((each) => signalOf.get(each)?.has(word))
    const signal = spokenIn && signalOf.get(spokenIn)?.get(word)
    if (signal) found.set(`=${signal}:${spokenIn}`, signal)
    else if (!ignoredAnywhere.has(word) && !isYear(word)) stems.add(unitOf.get(word) ?? stem(word))
  }
  removeImplied(found)
  const signals = [...new Set(found.values())]
  const isQuestion =
    /[?？]\s*$/.test(query) ||
    (language === 'ja' && /(?:とは|ですか|ますか)$/.test(text)) ||
    (questions.get(language)?.has(spoken[0] ?? '') ?? false)
  const branded = names.some((name) => ` ${text} `.includes(` ${name} `))
  const form = { text, language, signals, isQuestion, branded }
  return {
    ...form,
    words: [...stems, ...found.keys()].toSorted(),
    isPrompt: isPrompt(form, { query, spoken, stems: [...stems] }),
  }
}

/** "Which is better?" asks for a comparison, "good alternatives" for alternatives, and "best bikes reviews" for the best bikes. */
function removeImplied(found: Map<string, Signal>): void {
  const signals = new Set(found.values())
  const implied =
    signals.has('versus') || signals.has('alternative') ? 'best' : signals.has('best') && 'review'
  for (const [word, signal] of found) if (signal === implied) found.delete(word)
}

/** What a query with several signals asks for, most specific first. */
const intents: readonly (readonly [Signal, CandidateIntent])[] = [
  ['alternative', 'alternatives'],
  ['versus', 'comparison'],
  ['price', 'price'],
  ['problem', 'problem'],
  ['best', 'best'],
]

export const getIntent = ({ signals }: Pick<QueryForm, 'signals'>): CandidateIntent =>
  intents.find(([signal]) => signals.includes(signal))?.[1] ?? 'informational'

/** Whether a text is the way to a page or a file, such as a contact page. */
export const isNavigation = ({ text }: Pick<QueryForm, 'text'>): boolean =>
  getWords(text).some((word) => navigation.has(word))

/** Whether a text of a page is a whole question, which does not need the text around it. */
export function isCompleteQuestion(text: string, language: QueryLanguage): boolean {
  const isMarked = /[?？]\s*$/.test(text)
  if (!isMarked) return language === 'ja' ? /(?:とは|ですか|ますか)$/.test(text) : /^how to\s/i.test(text)
  const words = getWords(normalizeQuery(text))
  if (words.some((word) => unclear.get(language)?.has(word)) || /^(?:are|did|have) you\b/i.test(text))
    return false
  const asks = (word = '') => questions.get(language)?.has(word) ?? false
  if (language === 'ja')
    return (
      /(?:とは|か)[?？]\s*$/.test(text) ||
      [...(questions.get('ja') ?? [])].some((word) => text.includes(word))
    )
  return text.split(/[:,]\s/).some((part) => {
    const [first = '', second, third] = getWords(normalizeQuery(part))
    // "Ab wann" and "for which" start with a small word.
    return (
      asks(first) ||
      (ignored.get(language)?.has(first) &&
        (asks(second) || (ignored.get(language)?.has(second ?? '') && asks(third))))
    )
  })
}

/** Whether a text is about the company itself, its shop or its customers. */
export const isCompany = ({ text, language }: Pick<QueryForm, 'text' | 'language'>): boolean =>
  getWords(text).some((word) => company.get(language)?.has(word))

export const normalizeQuery = (query: string): string =>
  query
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{M}\p{N}\s'&+.:/#-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Words in any script. French pronouns after a hyphen are words. "e-bike", "e bike" and "ebike" are one word. */
function getWords(text: string): string[] {
  const joined = text
    .replace(/-(?=(?:tu|il|elle|on|je|vous|nous|ils|ce|t)(?!\p{L}))/gu, ' ')
    .replace(/(?<=\p{L})-(?=\p{L})/gu, '')
    .replace(/(?<![\p{L}\p{M}\p{N}])e (?=\p{L}{3})/gu, 'e')
  if (!japanese.test(joined)) return joined.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return [...segmenter.segment(joined)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
}

/** Removes the phrases that are signals. */
function takePhrases(text: string, found: Map<string, Signal>): string {
  let rest = ` ${text} `
  for (const [signal, phrases] of Object.entries(data.phrases))
    for (const language of languages)
      for (const phrase of phrases[language]) {
        if (!rest.includes(` ${phrase} `)) continue
        rest = rest.replace(` ${phrase} `, ' ')
        found.set(`=${signal}:${language}`, toSignal(signal))
      }
  return rest
}

/** The keys of the data file are the signals. */
function toSignal(name: string): Signal {
  return name as Signal
}

/** Returns the words of a text that say something, by their stem: without words such as "the", in any of the languages. */
export function getContentWords(text: string): Map<string, string> {
  const words = getWords(normalizeQuery(text)).filter((word) => !ignoredAnywhere.has(word))
  return new Map(words.map((word) => [stem(word), word]))
}

const isYear = (word: string) => /^20\d\d$/.test(word)

/** English for a language without word lists. */
export const findQueryLanguage = (tag: string | null): QueryLanguage =>
  languages.find((each) => each === tag?.toLowerCase().split('-')[0]) ?? 'en'

/** The words by which a language is recognized. */
const lists = [ignored, signalOf, questions, company]

/** The script, most of the known words, or letters decide, and the first language if several have as many. */
function findLanguage(spoken: readonly string[], fallback: string | null): QueryLanguage {
  if (spoken.some((word) => japanese.test(word))) return 'ja'
  const preferred = findQueryLanguage(fallback)
  const count = (language: QueryLanguage) =>
    spoken.filter((word) => lists.some((words) => words.get(language)?.has(word))).length
  const best = languages.reduce((found, each) => (count(each) > count(found) ? each : found), preferred)
  return count(best) > 0 ? best : (findByLetters(spoken) ?? preferred)
}

/** Removes endings of plurals and verbs, so that forms of one word are equal. Not for other scripts. */
function stem(word: string): string {
  if (!/^\p{Script=Latin}+$/u.test(word)) return word
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '')
  const singular = plain.replace(/ies$/, 'y').replace(/(?<=[a-z]{3})(?:ing|ed|s|x)$/, '')
  return singular.replace(/(?<=[a-z]{3})(?:en|er|e|n)$/, '')
}

const findByLetters = (spoken: readonly string[]): QueryLanguage | undefined =>
  (['de', 'fr', 'es'] as const).find((language) =>
    [...data.letters[language]].some((letter) => spoken.some((word) => word.includes(letter))),
  )

type Parts = { query: string; spoken: readonly string[]; stems: readonly string[] }

function isPrompt(
  {
    signals,
    isQuestion,
    branded,
    language,
  }: Pick<QueryForm, 'signals' | 'isQuestion' | 'branded' | 'language'>,
  parts: Parts,
) {
  const { query, spoken, stems } = parts
  if (/https?:|\bwww\b|\b\w+:\S|\.(?:com|net|org|de|fr|es|jp|io|co)\b/i.test(query)) return false
  // Article numbers.
  if (/\d{3}-\d|^[\d\s.-]+$/.test(query)) return false
  if (spoken.some((word) => navigation.has(word))) return false
  // "Which of these last longest" depends on what was said before it.
  if (spoken.some((word) => unclear.get(language)?.has(word))) return false
  if (branded) return stems.length > 0 && (isQuestion || signals.length > 0)
  if (isQuestion) return stems.length > 1 || (signals.length > 0 && stems.length > 0)
  if (signals.length > 0) return stems.length > 0
  return stems.length > 2 || (stems.length === 2 && stems.join('').length >= minCompoundLength)
}

/** Two words of this length together are as narrow as three, as in languages with compounds. */
const minCompoundLength = 16
