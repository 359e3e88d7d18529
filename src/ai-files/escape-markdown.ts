/** Text of others inside Markdown of ours: it is shown as it is, and makes nothing of its own. */

/** CommonMark: a backslash takes every sign of punctuation its meaning. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/[\\`*_[\]<>#~|&]/g, '\\$&').replace(/^(\s*)(\d*)([-+=.)])/, '$1$2\\$3')

/** Parsers of llms.txt end a name at the first bracket, escaped or not. */
export const markdownLink = (name: string, url: string): string =>
  `[${escapeMarkdown(name.replace(/[[{]/g, '(').replace(/[\]}]/g, ')'))}](${url.replace(/[()<>\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)})`
