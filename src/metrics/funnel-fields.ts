/** The fields of the funnel: its steps, its pages and its goals. */
import { z } from 'zod'
import { promptFilterNames } from '../answers/scope-parameters.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { Count, NextCursor, ResultCount, Visits } from './fields.ts'
import { funnelGaps } from './funnel-gaps.ts'
import { IntervalRecord, MetricHeader } from './values.ts'

export const GoalId = z.uuid().describe('Id of the goal.')
export const GoalName = z.string().describe('Name of the goal.')
export const Conversions = Count.describe('Conversions of the goal.')
const Day = z.iso.date().nullable()
const days = {
  first_day: Day.describe('First day of the window with data of this source.'),
  last_day: Day.describe('Last day of the window with data of this source.'),
}
const Requests = Count.describe('Requests of AI agents in the logs, without spoofed ones.')
const ofAgents = {
  requests: Requests,
  search: Count.describe('By agents that build a search index.'),
  user: Count.describe('By agents that fetch a page because a user asked.'),
  training: Count.describe('By agents that collect texts for models.'),
  agent: Count.describe('By autonomous agents.'),
  refused: Count.describe('Requests with the status 401, 403, 429 or 5xx.'),
  missing: Count.describe('Requests with the status 404 or 410.'),
}
const KeyEvents = z.number().min(0).describe('Key events of these sessions.')
const Value = z
  .number()
  .nullable()
  .describe('Value of the conversions in `currency`; null if goals have no value or several currencies.')

const Stages = z.object({
  citations: z
    .object({
      citations: Count.describe('Citations of the pages of the brand.'),
      result_count: ResultCount,
      pages: Count.describe('Pages with citations.'),
    })
    .describe('Citations of pages on the domains of the brand in the answers of the window.'),
  requests: z
    .object({ ...ofAgents, ...days })
    .nullable()
    .describe('From server logs. Null if no logs cover these days, or if no agent belongs to the platforms.'),
  visits: z
    .object({
      visits: Visits,
      burst_visits: Count.describe('Visits beyond 100 within one minute: they can be forged or automated.'),
      ...days,
    })
    .nullable()
    .describe('From the tracking script. Null if it has never reported.'),
  sessions: z
    .object({
      sessions: Count.describe('Sessions from AI platforms.'),
      key_events: KeyEvents,
      property: z.string().describe('Property of GA4.'),
      time_zone: z
        .string()
        .describe('Time zone of its days, which are compared with the days of the window.'),
      days: Count.describe('Imported days of the window.'),
      ...days,
      open_days: Count.describe('Imported days that the source can still change.'),
      thresholded_days: Count.describe('Days on which the source leaves out rows of few people.'),
      sampled_days: Count.describe('Days of which the source counted a sample.'),
      other_properties: Count.describe(
        'Further properties of the brand. They are not added, because two properties can count the same session.',
      ),
    })
    .nullable()
    .describe('Sessions from AI platforms in GA4, by session source. Null without imported days.'),
  conversions: z
    .object({
      conversions: Count.describe('Conversions of all goals.'),
      value: Value,
      currency: z
        .string()
        .nullable()
        .describe('The currency of all values; null if there is none or several.'),
      measured_since: Day.describe('First day on which the script reported what conversions need.'),
    })
    .nullable()
    .describe(
      'Goals reached in sessions from AI platforms. Null without goals, or if the script does not report them.',
    ),
})

const OfSources = {
  visits: Count.nullable().describe('Visits that started on the page; null if not measured.'),
  sessions: Count.nullable().describe('Sessions in GA4 that started on the page; null if not measured.'),
  key_events: KeyEvents.nullable(),
  conversions: Count.nullable().describe(
    'Conversions of sessions that started on the page; null if not measured.',
  ),
}

export const Gap = z.enum(funnelGaps).meta({
  id: 'FunnelGap',
  description:
    '`missing`: cited or visited, but it answers 404 or 410. `blocked`: cited, but agents got 401, 403, 429 or 5xx, or robots.txt disallows them. `not_fetched`: cited, but no agent requested it. `not_cited`: requested by search or user agents, but not cited.',
})

export const FunnelPage = z.object({
  path: untrustedText(z.string().describe('Path of the page, without its query string.')),
  url: untrustedText(z.string().nullable().describe('Its most cited URL; null without citations.')),
  citations: Count.describe('Citations of the page in the answers of the window.'),
  requests: Requests.nullable().describe('Requests of AI agents; null if not measured.'),
  search_requests: ofAgents.search.nullable(),
  user_requests: ofAgents.user.nullable(),
  training_requests: ofAgents.training.nullable(),
  agent_requests: ofAgents.agent.nullable(),
  refused_requests: ofAgents.refused.nullable(),
  missing_requests: ofAgents.missing.nullable(),
  last_request: Day.describe('Last day of the window with a request of an AI agent.'),
  ...OfSources,
  value: Value,
  gaps: z.array(Gap).describe('Gaps of the page.'),
  audit_id: z.uuid().nullable().describe('Last audit of the page.'),
})

export const Funnel = z
  .object({
    ...MetricHeader,
    stages: Stages,
    pages: z.array(FunnelPage),
    matches: Count.describe('Pages that match search and gap, on all pages of the list.'),
    next_cursor: NextCursor,
    unlisted: z
      .object(OfSources)
      .describe(
        'Numbers of the stages that belong to no page of the list: sessions without a page, and pages beyond the limit.',
      ),
    gaps: z.array(z.object({ gap: Gap, pages: Count.describe('Pages with this gap.') })),
    goals: z.array(
      z.object({
        goal_id: GoalId,
        name: GoalName,
        conversions: Conversions,
        visits: Count.describe('Visits since the goal is measured, the denominator of the rate.'),
        rate_pct: z
          .number()
          .nullable()
          .describe('`conversions` / `visits`, in percent; null if visits were not measured completely.'),
        interval: IntervalRecord.describe(
          'Confidence interval of `rate_pct` (Wilson), with each visit as one sample.',
        ),
        value: z.number().nullable().describe('Value of the conversions; null if the goal has none.'),
        currency: z.string().nullable().describe('Currency of the value (ISO 4217).'),
      }),
    ),
    only_citations: z
      .array(z.enum(['model', 'region', ...promptFilterNames]))
      .describe(
        'Filters of this request that apply to citations only, because other numbers have no prompt.',
      ),
  })
  .meta({ id: 'Funnel' })
