/** Characters of Chinese, Japanese and Korean: about twice as wide as Latin ones, and lines can break between them. */
const wide = String.raw`\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60`
const wideCharacter = new RegExp(`[${wide}]`)
const pieces = new RegExp(String.raw`[${wide}][。、」）]*|[^\s${wide}]+|\s+`, 'g')

/** Returns the approximate width of a text in Latin characters, for drawings on a canvas that cannot be measured yet. */
export const getWidth = (text: string): number =>
  [...text].reduce((width, character) => width + (wideCharacter.test(character) ? 2 : 1), 0)

/** Returns the lines of a text of at most this width, where words allow it: a canvas does not wrap text. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = ['']
  for (const [piece] of text.matchAll(pieces)) {
    const line = `${lines.at(-1)}${piece}`
    if (getWidth(line.trimEnd()) <= width) lines[lines.length - 1] = line
    else lines.push(piece.trimStart())
  }
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}
