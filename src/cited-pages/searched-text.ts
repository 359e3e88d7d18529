import type { SearchedText } from '../answers/analyzer.ts'

/** Prepares the text of a page for the name search, which expects Markdown: escapes characters that would be markup. */
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
