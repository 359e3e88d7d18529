/**
 * Characters with which a spreadsheet begins a formula, in ASCII and full width, at the start of the text or where a
 * spreadsheet that separates cells by semicolon or tab would start a cell.
 */
const formulaStarts = /(^|[;\t\r\n])([\s"]*)(?=[=+\-@＝＋－＠])/g

/** Returns text as a CSV cell (RFC 4180). An apostrophe before a formula keeps spreadsheets from running it. */
export function formatCsvCell(text: string): string {
  const escaped = text.replace(formulaStarts, "$1$2'").replace(/^(?=[\t\r])/, "'")
  return /[",;\t\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
