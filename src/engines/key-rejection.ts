/** The message of a query whose key the vendor rejected. Stored answers have no other sign of it. */
import { type Message, message } from '../languages/message.ts'

export const keyRejectionMessage = (label: string | Message, setting: string | Message): Message =>
  message('engines.keyRejection.labelRejectedTheKeyInSetting', { label, setting })

/** The id of the stored messages. */
export const keyRejectionId = keyRejectionMessage('', '').id
