/** Classifies user agents: AI agents by their product token, other bots, and browsers. */
import agentList from '../../vocabulary/ai-agents.json' with { type: 'json' }
import type { Platform } from '../../vocabulary/platforms.ts'
import bots from './other-bots.json' with { type: 'json' }

export const crawlerRoles = ['training', 'search', 'user', 'agent'] as const
export type CrawlerRole = (typeof crawlerRoles)[number]
export type Crawler = { token: string; operator: string; role: CrawlerRole }

const agents: readonly Crawler[] = agentList.agents
  .filter(({ isDetected }) => isDetected !== false)
  .map(({ token, operator, role }) => ({
    token,
    operator,
    role: crawlerRoles.find((each) => each === role) ?? 'search',
  }))

const alternatives = (words: readonly string[]) =>
  words.map((word) => word.replace(/[.*+?^$()|[\]\\]/g, '\\$&')).join('|')

/** Matches a whole token only, so that `MyGPTBotReader` is not GPTBot. */
const anyAgent = new RegExp(
  `(?:^|[\\s;(,+])(${alternatives(agents.map(({ token }) => token))})(?=$|[/\\s;),])`,
  'i',
)
const byToken = new Map(agents.map((agent) => [agent.token.toLowerCase(), agent]))

export const findAiAgent = (token: string): Crawler | undefined => byToken.get(token.toLowerCase())

export const listAgentTokens = (role: CrawlerRole): string[] =>
  agents.filter((agent) => agent.role === role).map(({ token }) => token)

/** Whose agents request pages for a platform. The other platforms have no agents that name themselves. */
export const platformOperators: Partial<Record<Platform, string>> = {
  chatgpt: 'OpenAI',
  gemini: 'Google',
  google_ai_overview: 'Google',
  google_ai_mode: 'Google',
  perplexity: 'Perplexity',
  claude: 'Anthropic',
  copilot: 'Microsoft',
  le_chat: 'Mistral',
}

/** An operator does not say for which of its platforms an agent requests a page. */
export function listPlatformAgents(platforms: readonly string[]): string[] {
  const operators = Object.entries(platformOperators).flatMap(([platform, operator]) =>
    platforms.includes(platform) ? [operator] : [],
  )
  return agents.filter(({ operator }) => operators.includes(operator)).map(({ token }) => token)
}

export function detectAiAgent(userAgent: string): Crawler | null {
  const [, token] = anyAgent.exec(userAgent) ?? []
  return (token === undefined ? undefined : findAiAgent(token)) ?? null
}

const otherBots = new RegExp(alternatives(bots.otherBots), 'i')

/** Returns true for AI agents, other programs and an empty user agent, false for browsers. */
export const isBot = (userAgent: string): boolean =>
  userAgent.trim() === '' ||
  !/^Mozilla\//.test(userAgent) ||
  detectAiAgent(userAgent) !== null ||
  otherBots.test(userAgent)
