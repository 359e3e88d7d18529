/** The language and the title of reports and schedules. */
import { z } from 'zod'
import { type Language, languages } from '../../vocabulary/languages.ts'
import { Line } from '../core/fields.ts'
import { localize, withLocale } from '../languages/localized.ts'
import { message } from '../languages/message.ts'

/** Rows have only these languages. */
export const ReportLanguage = z.enum(languages)

export const ReportTitle = {
  language: ReportLanguage.default('en').describe('Language of the generated texts, shared pages and PDFs.'),
  title: Line(120)
    .optional()
    .describe('Shown above the headline. Default: “AI visibility report” in the language of the report.'),
}

export const defaultTitle = (language: Language): string =>
  withLocale(language, () => localize(message('reports.create.nameDefault')))
