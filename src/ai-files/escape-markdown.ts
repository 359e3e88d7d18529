/** Escapes untrusted text for use in Markdown, so that it renders literally. */

/** Escapes ASCII punctuation with backslashes, after which CommonMark treats it literally. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/[\\`*_[\]<>#~|&]/g, '\\$&').replace(/^(\s*)(\d*)([-+=.)])/, '$1$2\\$3')

/** Replaces brackets in the name, because llms.txt parsers end it at the first bracket, even an escaped one. */
export const markdownLink = (name: string, url: string): string =>
  `[${escapeMarkdown(name.replace(/[[{]/g, '(').replace(/[\]}]/g, ')'))}](${url.replace(/[()<>\s]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)})`
