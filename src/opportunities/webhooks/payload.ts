/** What the webhook of a brand gets. Pure. */
import { z } from 'zod'
import { Brief } from '../briefs/brief.ts'
import { Impact, SourceData, Type } from '../source-data.ts'

/** The body of `opportunity.sent`. */
export const OpportunitySent = z
  .object({
    event: z.literal('opportunity.sent'),
    opportunity: z.object({
      id: z.uuid(),
      title: z.string(),
      description: z.string(),
      type: Type,
      impact: Impact,
      opportunity_score: z.number().describe('0 to 100.'),
    }),
    prompt: z.object({ text: z.string(), category: z.string() }),
    data: SourceData.describe('The evidence, as in `source_data` of the opportunity.'),
    brief: Brief.nullable().describe('Null if no brief has been written.'),
    brand: z.object({
      name: z.string(),
      domain: z.string(),
      industry: z.string().describe('Empty if not set.'),
    }),
    callback_url: z
      .url()
      .describe(
        'Send PATCH with `{ "status" }` to report progress. Valid for 90 days, without further authentication.',
      ),
  })
  .meta({ id: 'OpportunitySent' })

export type Payload = z.output<typeof OpportunitySent>

/** The requests that receivers get, for the API reference. */
export const opportunityWebhooks = {
  'opportunity.sent': {
    summary: 'Receive an opportunity',
    description:
      'Sent when a user sends an opportunity to the webhook of its brand. Respond with a status from 200 to 299 within 15 seconds. There are no automatic retries.',
    payload: OpportunitySent,
  },
}
