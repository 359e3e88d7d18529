/** Text on the standard output of commands. */

/**
 * Escapes control characters, and those that change the direction of text: text from outside could otherwise control the
 * terminal, or imitate further lines.
 */
export const escapeControls = (text: string): string =>
  text.replace(
    /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )

/** Prints a line of text that may come from outside. */
export const printLine = (line: string): void => void process.stdout.write(`${escapeControls(line)}\n`)
