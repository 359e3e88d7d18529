/** The sections of a report: their order and notes. */
import { z } from 'zod'
import { reportSections, sectionsFor } from '../../vocabulary/reports.ts'
import { invalid } from '../core/errors.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'

/** Text of several lines. */
export const Paragraphs = (max: number) =>
  z
    .string()
    .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .max(max)
        .refine((text) => !/[^\P{Cc}\n]|\p{Cs}/u.test(text), {
          error: localizedIssue(message('common.texts.mustNotContainControlCharacters')),
        }),
    )

const SectionFields = {
  section: z.enum(reportSections),
  note: Paragraphs(2_000).describe('Text shown below the heading of the section.'),
}
export const Sections = z
  .array(z.strictObject({ ...SectionFields, note: SectionFields.note.default('') }))
  .max(reportSections.length)
  .refine((list) => new Set(list.map(({ section }) => section)).size === list.length, {
    error: localizedIssue(message('reports.sections.mustBeDistinct')),
  })
  .describe('The sections in the order in which they are shown.')

export const SectionChoice = Sections.optional().describe(
  'The sections in the order in which they are shown; all of them if omitted. A report leaves out `traffic` if nothing was measured for it, and `actions` without actions.',
)

/** Sections as the database and responses have them. */
export const StoredSections = z.array(z.object(SectionFields))

type ChosenSections = z.output<typeof Sections>

/** Throws `invalid_request` for a section of another kind of report. */
export function sectionsOrDefault(brands: number, chosen: ChosenSections | undefined): ChosenSections {
  if (chosen) requireFittingSections(brands, chosen)
  return chosen ?? sectionsFor(brands).map((section) => ({ section, note: '' }))
}

/** Throws `invalid_request` for a section that reports on this number of brands do not have. */
export function requireFittingSections(brands: number, sections: readonly { section: string }[]): void {
  const possible: readonly string[] = sectionsFor(brands)
  const wrong = sections.findIndex(({ section }) => !possible.includes(section))
  if (wrong < 0) return
  const names = possible.join(', ')
  throw invalid(
    `sections.${wrong}.section`,
    brands === 1
      ? message('reports.sections.mustBeOneOfNamesInBrandReport', { names })
      : message('reports.sections.mustBeOneOfNamesIn', { names }),
  )
}
