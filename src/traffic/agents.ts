/** Who a user agent says it is: an AI agent by its product token, another program, or (null) perhaps a person's browser. */
import data from './agents.json' with { type: 'json' }

export const crawlerRoles = ['training', 'search', 'user', 'agent'] as const
export type CrawlerRole = (typeof crawlerRoles)[number]
export type Agent = { token: string; operator: string; role: CrawlerRole }

const agents: readonly Agent[] = data.agents.map(({ token, operator, role }) => ({
  token,
  operator,
  role: crawlerRoles.find((each) => each === role) ?? 'search',
}))

/** A token stands alone: between the signs that user agents are made of, or at an end. */
const forms = agents.map((agent) => ({
  agent,
  form: new RegExp(`(?:^|[\\s;(,+])${agent.token.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}(?=$|[/\\s;),])`, 'i'),
}))

export const agentNamed = (token: string): Agent | undefined => agents.find((agent) => agent.token === token)

export function aiAgentOf(userAgent: string): Agent | null {
  return forms.find(({ form }) => form.test(userAgent))?.agent ?? null
}

const otherBots = new RegExp(
  data.otherBots.map((word) => word.replace(/[.*+?^$()|[\]\\]/g, '\\$&')).join('|'),
  'i',
)

/** No browser of a person: an agent, any other program, or nothing that says what it is. */
export const isProgram = (userAgent: string): boolean =>
  userAgent.trim() === '' ||
  !/^Mozilla\//.test(userAgent) ||
  aiAgentOf(userAgent) !== null ||
  otherBots.test(userAgent)
