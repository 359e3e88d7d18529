/** The message of a query whose key the vendor rejected. Stored answers have no other sign of it. */

const rejects = 'rejected the key in'

export const keyRejectionMessage = (label: string, keySetting: string): string =>
  `${label} ${rejects} ${keySetting}.`

/** A pattern of SQL's LIKE for the message. */
export const keyRejectionPattern = `%${rejects}%`
