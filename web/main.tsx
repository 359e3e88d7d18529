/** Sets the theme and the language, and renders the dashboard. */
import './app.css'
import { renderDashboard } from './app.tsx'
import { loadLanguage } from './language.ts'
import { applyTheme, storedTheme } from './theme.ts'

applyTheme(storedTheme())
void loadLanguage().then(renderDashboard)
