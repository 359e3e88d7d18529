/** Which brand and competitors a page names, in the order of their first mention, by the rules for answers. */
import type { SearchedText } from '../answers/analyzer.ts'

/** Returns the text for the search of names. It is plain, so characters that are markup in an answer are escaped. */
export const toSearchedText = ({
  text,
  language,
}: {
  text: string
  language: string | null
}): SearchedText => ({
  markdown: text
    .replace(/[\\`*_[\]<>#|~&]/g, '\\$&')
    .replace(/^(\d+)([.)])/gm, '$1\\$2')
    .replaceAll('\n', '\n\n'),
  language,
})
