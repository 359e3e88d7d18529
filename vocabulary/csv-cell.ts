/**
 * A character with which a spreadsheet begins a formula, in ASCII and full width, after all the white space, quotes and
 * semicolons before it. The lookbehind lets a match start only where that run starts, so the time is linear.
 */
const formulaStart = /(?<![\s";])[\s";]*(?=[=+\-@＝＋－＠])/g

/**
 * Returns text as a CSV cell (RFC 4180). An apostrophe before a formula keeps spreadsheets from running it: at the start of
 * the text, and where a spreadsheet that separates cells by semicolon or tab would start a cell.
 */
export function formatCsvCell(text: string): string {
  const escaped = text
    .replace(formulaStart, (before, at: number) =>
      at === 0 || /[;\t\r\n]/.test(before) ? `${before}'` : before,
    )
    .replace(/^(?=[\t\r])/, "'")
  return /[",;\t\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
