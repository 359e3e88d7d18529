/**
 * Shows a text and page numbers in the margins of printed pages, in browsers that support page margin boxes; others
 * print the footer at the end of the document only. A constructed style sheet is allowed by the Content-Security-Policy.
 */
export function runningFooter(text: string): () => void {
  if (!('CSSMarginRule' in window)) return () => undefined
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    @page {
      @bottom-left { content: ${quoted(text)}; width: 88%; ${style} text-align: left; }
      @bottom-right { content: counter(page) " / " counter(pages); ${style} text-align: right; }
    }
    @media print { .report-document > footer { display: none } }`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
  }
}

const style = 'font: 7.5pt system-ui, sans-serif; color: #555953; vertical-align: top; padding-top: 5mm;'

/** A CSS string: everything but letters, digits and spaces is escaped by its code point. */
const quoted = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} ]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`
