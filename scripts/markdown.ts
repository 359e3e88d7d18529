/** Formats tables of generated documents. */

export const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Plain text in a cell: nothing in it is formatting. */
export const text = (plain: string) => cell(plain).replace(/[<>*_`]/g, (character) => `\\${character}`)

/** Markdown in a cell. */
export const cell = (markdown: string) => markdown.replaceAll('|', '\\|').replace(/\s+/g, ' ')
