/** Markdown of the generated pages. */

export const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Escapes plain text for a cell; keeps code in backticks. */
export const text = (plain: string) =>
  cell(plain)
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[<>*_`]/g, (mark) => `\\${mark}`)))
    .join('')

export const cell = (marked: string) => marked.replaceAll('|', '\\|').replace(/\s+/g, ' ')
