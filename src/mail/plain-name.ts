/** Text that users choose, such as a name, in email to people who do not know them. */

/**
 * Removes control characters, and replaces URLs and domains by an ellipsis, because mail programs make links of them.
 * Direction marks count as control characters: they can make a text look like another one.
 */
export const withoutLinks = (text: string): string => replaceWords(text, isLink)

/** Like `withoutLinks` for subjects of email that its recipient has asked for: keeps domains, which can be a brand's name. */
export const withoutUrls = (text: string): string => replaceWords(text, isUrl)

const replaceWords = (text: string, isReplaced: (word: string) => boolean): string =>
  text
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ')
    .split(' ')
    .map((word) => (isReplaced(word) ? '…' : word))
    .join(' ')

const isUrl = (word: string) =>
  word.includes('://') || /^\W{0,9}www\./i.test(word) || /\.\p{L}{2,}[/:?#]/u.test(word)

const isLink = (word: string) => isUrl(word) || /[\p{L}\p{N}]\.\p{L}{2,}/u.test(word) || word.includes('@')
