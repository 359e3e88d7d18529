/** The translations of the texts of the server: English text → text. `languages.test.ts` compares them with the code. */
import type { Language } from '../../vocabulary/languages.ts'
import de from './de.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }

export const catalogs: Record<Exclude<Language, 'en'>, Partial<Record<string, string>>> = { de, fr, es, ja }
