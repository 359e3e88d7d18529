/** Messages of failed jobs name settings for the operator. Customers of a cloud deployment cannot change those. */
import type { Config } from '../core/config.ts'
import { type Message, type MessageValue, message } from '../languages/message.ts'

/** A message that names settings. `forCustomers`: the message without them; default: the operator must act. */
export const namingSettings = (
  forOperators: Message,
  forCustomers: Message = message('jobs.customerMessage.theOperatorOfThisServiceMust'),
): Message => ({ ...forOperators, forCustomers })

/** Replaces messages that name settings in a cloud deployment; otherwise returns the message unchanged. */
export const messageForCustomer = ({ DEPLOYMENT }: Config, each: Message): Message =>
  DEPLOYMENT === 'cloud' ? withoutSettings(each) : each

function withoutSettings({ id, values, forCustomers }: Message): Message {
  if (forCustomers !== undefined) return forCustomers
  if (values === undefined) return { id }
  const kept = Object.entries(values).map(([name, value]) => [name, valueWithoutSettings(value)])
  return { id, values: Object.fromEntries(kept) }
}

function valueWithoutSettings(value: MessageValue): MessageValue {
  if (typeof value !== 'object') return value
  return 'id' in value
    ? withoutSettings(value)
    : value.map((each) => (typeof each === 'string' ? each : withoutSettings(each)))
}
