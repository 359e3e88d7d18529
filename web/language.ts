/**
 * The language of the person: the one they chose, else the first of their browser that the dashboard has. The choice is
 * stored with their account, and in this browser, which needs it before the session is loaded. The server
 * writes the language of a shared report into its page.
 */
import { currentLanguage, serverLocale, setLanguage } from '../vocabulary/language.ts'
import { type Language, languages } from '../vocabulary/languages.ts'
import { type CompiledTexts, setTranslations } from '../vocabulary/texts.ts'

const key = 'ansight-language'

/** Screens bring the English texts that they use; the other catalogs are loaded on demand. */
const catalogs = import.meta.glob<CompiledTexts>(
  ['../vocabulary/catalogs/??.json', '!../vocabulary/catalogs/en.json'],
  { query: '?compiled', import: 'default' },
)

/** Loads the texts of the first language. */
export async function loadLanguage(): Promise<void> {
  const { language: ofPage } = document.documentElement.dataset
  await showLanguage(asLanguage(ofPage) ?? storedLanguage() ?? browserLanguage(navigator.languages))
}

/** Follows a choice that the person made in another browser. */
export async function followLanguage(chosen: Language | null): Promise<void> {
  if (chosen !== null && chosen !== currentLanguage()) await switchLanguage(chosen)
}

/** Stores the language in this browser and shows it. */
export async function switchLanguage(language: Language): Promise<void> {
  storeLanguage(language)
  await showLanguage(language)
}

async function showLanguage(language: Language): Promise<void> {
  const load = catalogs[`../vocabulary/catalogs/${language}.json`]
  setTranslations(load ? await load() : {})
  document.documentElement.lang = language
  setLanguage({ language, locale: language === 'en' ? serverLocale : language })
}

/** `preferred`: the languages of the browser, the preferred one first. */
export function browserLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const language = asLanguage(tag.toLowerCase().split(/[-_]/)[0])
    if (language !== undefined) return language
  }
  return 'en'
}

const asLanguage = (code: string | null | undefined) => languages.find((language) => language === code)

function storedLanguage(): Language | undefined {
  try {
    return asLanguage(localStorage.getItem(key))
  } catch {
    return undefined
  }
}

function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language)
  } catch {
    // Without storage, the account still has the choice.
  }
}
