/** Sets the theme and the language, and then loads the dashboard, whose modules read their texts when they are loaded. */
import './app.css'
import { loadLanguage } from './language.ts'
import { applyTheme, storedTheme } from './theme.ts'

applyTheme(storedTheme())
void loadLanguage().then(() => import('./app.tsx'))
