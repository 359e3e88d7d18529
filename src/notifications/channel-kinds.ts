/**
 * The kinds of channels. A kind is one file in `kinds/` that exports its description, and one line here: API, checks, sender,
 * delivery log and the form of the dashboard follow from it.
 */
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { localizedText } from '../languages/localized.ts'
import type {
  ChannelField,
  ChannelKind,
  Destination,
  OutgoingPayload,
  SendResult,
} from './kinds/channel-kind.ts'
import { discord } from './kinds/discord.ts'
import { email } from './kinds/email.ts'
import { opportunityWebhook } from './kinds/opportunity-webhook.ts'
import { slack } from './kinds/slack.ts'
import { teams } from './kinds/teams.ts'
import { webhook } from './kinds/webhook.ts'

export const channelKinds = [email, slack, discord, teams, webhook, opportunityWebhook] as const

export const channelKindNames = channelKinds.map(({ name }) => name)

export function channelKindNamed(name: string): ChannelKind {
  const kind = channelKinds.find((each) => each.name === name)
  if (!kind) throw new Error(`${name} is not a kind of channel`)
  return kind
}

/** Sends a payload to the webhook of a brand. */
export const sendToBrand = (
  app: AppContext,
  destination: Destination,
  outgoing: OutgoingPayload,
): Promise<SendResult> => opportunityWebhook.send(app, destination, outgoing)

export const channelFields = ['recipients', 'url', 'secret'] as const satisfies ChannelField[]

/** What a user interface needs to know about a kind. */
export const ChannelKindRecord = z
  .object({
    name: z.enum(channelKindNames),
    label: localizedText(),
    receives: z
      .enum(['notifications', 'opportunities'])
      .describe('`opportunities`: the channel belongs to a brand, which has one.'),
    fields: z.array(
      z.object({
        name: z.enum(channelFields),
        hint: localizedText(),
        is_required: z.boolean(),
        is_removable: z.boolean().describe('Whether null removes the value.'),
      }),
    ),
  })
  .meta({ id: 'ChannelKind' })

export const showChannelKinds = (): z.input<typeof ChannelKindRecord>[] =>
  channelKinds.map(({ name, label, receives, fields }: (typeof channelKinds)[number] & ChannelKind) => ({
    name,
    label,
    receives,
    fields: channelFields.flatMap((field) => {
      const described = fields[field]
      if (!described) return []
      const { hint, isRequired, isGenerated = false } = described
      return [{ name: field, hint, is_required: isRequired, is_removable: !isRequired && !isGenerated }]
    }),
  }))
