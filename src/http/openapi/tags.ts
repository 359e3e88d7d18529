/** The tags that group the operations, by authentication and resource. */
import type { OpenApi, Tag } from './document.ts'

type Group = 'API key' | 'Session' | 'Cron secret' | 'Public' | 'Webhook receiver'
/** Who an operation is for: integrations, agents that call tools, or the dashboard with its sessions. */
export type Audience = 'integrations' | 'agents' | 'dashboard'
/** Defaults: the group `Session`; for this group the audience `dashboard`, and for the others `integrations`. */
type Rule = Tag & { group?: Group; urls: RegExp; audience?: Audience }

/** In display order. The first rule that matches the URL of a route applies. */
const rules: readonly Rule[] = [
  {
    name: 'Metrics v1',
    group: 'API key',
    urls: /^\/api\/v1\//,
    description: 'Read-only, versioned metrics for spreadsheets, BI tools and custom dashboards.',
  },
  {
    name: 'Data',
    group: 'API key',
    audience: 'agents',
    urls: /^\/api\/mcp\b/,
    description: 'Metrics and data for agents. Each endpoint is also a tool of the MCP server.',
  },
  {
    name: 'Sign-in',
    urls: /^\/api\/(auth|consents|status)\b/,
    description: 'Sign-up, sign-in, sign-out, the current session, and answers to apps that ask for access.',
  },
  {
    name: 'Organization',
    urls: /^\/api\/(organization|plan|audit-log|members|invitations|api-keys|grants|service-accounts|retention|sso)\b/,
    description:
      'The organization, its members, invitations, API keys, connected apps and service accounts, its plan and its audit log.',
  },
  {
    name: 'Suggested competitors',
    urls: /^\/api\/brands\/:brand\/candidates/,
    description: 'Names that recur in answers and are not tracked yet.',
  },
  {
    name: 'Alerts',
    urls: /^\/api\/brands\/:brand\/alert/,
    description: 'Alerts about established changes and events, and the rules that create them.',
  },
  {
    name: 'AI files',
    urls: /^\/api\/brands\/:brand\/ai-files/,
    description: 'Hosted files about a brand for language models, such as llms.txt.',
  },
  {
    name: 'Platforms',
    urls: /^\/api\/((brands\/:brand\/)?platforms|engine-checks|engine-keys|engine-models|engine-reliability|(sentiment|claims)-method)\b/,
    description: 'The AI platforms, their backends and keys, and the platforms that a brand is tracked on.',
  },
  {
    name: 'Prompts',
    urls: /^\/api\/(prompts|brands\/:brand\/(topics|volumes|prompt-candidates|keyword-files))\b/,
    description:
      'The prompts that are run on each platform, their topics, their search volumes, and search queries that could become prompts.',
  },
  {
    name: 'Search data',
    urls: /^\/api\/(connections\b|brands\/:brand\/connections\b|traffic\/(search|session)-)/,
    description: 'Connections to Search Console, Google Analytics and Bing, and what they import.',
  },
  {
    name: 'AI traffic',
    urls: /^\/api\/(traffic|brands\/:brand\/(pixel|log-sources|logs|goals|file-imports))\b/,
    description:
      'The tracking script, the log sources and the imported reports of a brand, and the pages that AI agents request.',
  },
  {
    name: 'Actions',
    urls: /^\/api\/(actions|brands\/:brand\/actions)\b/,
    description: 'What was done to change answers, and what it changed compared with control prompts.',
  },
  {
    name: 'Brands',
    urls: /^\/api\/brands\b/,
    description: 'Brands with their competitors and products.',
  },
  {
    name: 'Onboarding',
    urls: /^\/api\/(suggestions\/|demo-brands$)/,
    description: 'Suggestions for the fields and prompts of a new brand, and demo brands.',
  },
  {
    name: 'Runs',
    urls: /^\/(api\/(tracking|runs|jobs|realtime)|broadcasting)\b/,
    description: 'Tracking runs, background jobs and their progress.',
  },
  {
    name: 'Metrics',
    urls: /^\/api\/(metrics|portfolio)\b/,
    description: 'The metrics that the dashboard shows. The endpoints with an API key have the same numbers.',
  },
  {
    name: 'Answers',
    urls: /^\/api\/answers\b/,
    description: 'The stored answers behind the metrics.',
  },
  {
    name: 'Webhooks',
    group: 'Webhook receiver',
    urls: /^\/api\/content\/:id\/status$/,
    description: 'The requests that a webhook receives, and the endpoint to report progress to.',
  },
  {
    name: 'Webhook settings',
    urls: /^\/api\/content\/webhook-config\//,
    description: 'The webhook of a brand and its deliveries.',
  },
  {
    name: 'Opportunities',
    urls: /^\/api\/content\b/,
    description: 'Prompts for which competitors are ahead, with evidence, briefs and delivery to a webhook.',
  },
  {
    name: 'Site audits',
    urls: /^\/api\/audits\b/,
    description: 'Audits of pages for what stops AI crawlers from reading and citing them.',
  },
  {
    name: 'Notifications',
    urls: /^\/api\/(notifications|failing-tasks|channels|confirm-address|digest|unsubscribe)\b/,
    description: 'The inbox, the channels that deliver notifications, and personal digests.',
  },
  {
    name: 'Reports',
    urls: /^\/api\/report(s|-branding|-schedules|-templates)\b/,
    description:
      'Immutable reports on brands and portfolios, their templates, and the links that share them.',
  },
  {
    name: 'Spend',
    urls: /^\/api\/spend\b/,
    description: 'The costs of engines and language models.',
  },
  {
    name: 'Scheduling',
    group: 'Cron secret',
    urls: /^\/api\/internal\//,
    description:
      'Starts runs from an external scheduler. The built-in scheduler does not need these endpoints.',
  },
  {
    name: 'Shared reports',
    group: 'Public',
    audience: 'dashboard',
    urls: /^\/api\/shared\b/,
    description: 'Reports as the visitors of a link see them.',
  },
  {
    name: 'Connecting apps',
    group: 'Public',
    audience: 'agents',
    urls: /^\/(oauth\/|\.well-known\/(oauth|openid))/,
    description: 'The authorization server, with which apps connect to the MCP server (OAuth 2.1).',
  },
  {
    name: 'Public',
    group: 'Public',
    urls: /^\/(t\.js|track\/|scraper\/|ai\/|metrics|\.well-known\/|api\/(health|logs|openapi))/,
    description: 'Endpoints that require no authentication, or verify their own signature or token.',
  },
]

/** The tag of the requests that the service sends. */
export const webhookTag = 'Webhooks'

/** Throws when no rule matches. */
export const getTag = (url: string): string => ruleFor(url).name

export function getAudience(url: string): Audience {
  const { group = 'Session', audience } = ruleFor(url)
  return audience ?? (group === 'Session' ? 'dashboard' : 'integrations')
}

function ruleFor(url: string): Rule {
  const rule = rules.find(({ urls }) => urls.test(url))
  if (!rule) throw new Error(`no tag in openapi/tags.ts matches ${url}`)
  return rule
}

/** Returns the used tags, and their groups. */
export function groupTags(used: ReadonlySet<string>): Pick<OpenApi, 'tags' | 'x-tagGroups'> {
  const shown = rules.filter(({ name }) => used.has(name))
  const groups = Map.groupBy(shown, ({ group = 'Session' }) => group)
  return {
    tags: shown.map(({ name, description }) => ({ name, description })),
    'x-tagGroups': [...groups].map(([name, members]) => ({ name, tags: members.map((each) => each.name) })),
  }
}
