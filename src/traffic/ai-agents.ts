/** Who a user agent says it is: an AI agent by its product token, another program, or (null) perhaps a person's browser. */
import data from './ai-agents.json' with { type: 'json' }

export const crawlerRoles = ['training', 'search', 'user', 'agent'] as const
export type CrawlerRole = (typeof crawlerRoles)[number]
export type Agent = { token: string; operator: string; role: CrawlerRole }

const agents: readonly Agent[] = data.agents.map(({ token, operator, role }) => ({
  token,
  operator,
  role: crawlerRoles.find((each) => each === role) ?? 'search',
}))

const escaped = (words: readonly string[]) =>
  words.map((word) => word.replace(/[.*+?^$()|[\]\\]/g, '\\$&')).join('|')

/** A token stands alone: between the signs that user agents are made of, or at an end. */
const anyAgent = new RegExp(
  `(?:^|[\\s;(,+])(${escaped(agents.map(({ token }) => token))})(?=$|[/\\s;),])`,
  'i',
)
const byToken = new Map(agents.map((agent) => [agent.token.toLowerCase(), agent]))

export const agentNamed = (token: string): Agent | undefined => byToken.get(token.toLowerCase())

export function detectAiAgent(userAgent: string): Agent | null {
  const [, token] = anyAgent.exec(userAgent) ?? []
  return (token === undefined ? undefined : agentNamed(token)) ?? null
}

const otherBots = new RegExp(escaped(data.otherBots), 'i')

/** No browser of a person: an agent, any other program, or nothing that says what it is. */
export const isBot = (userAgent: string): boolean =>
  userAgent.trim() === '' ||
  !/^Mozilla\//.test(userAgent) ||
  detectAiAgent(userAgent) !== null ||
  otherBots.test(userAgent)
