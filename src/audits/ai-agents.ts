/** The agents that AI engines send, by what they come for. */
import list from './agents.json' with { type: 'json' }

export type AgentRole = 'search' | 'fetch' | 'training'
export type Agent = {
  token: string
  role: AgentRole
  operator: string
  /** Whether its access is scored. */
  weighs: boolean
  source: string
  /** Its user agent, where the site is asked as it. */
  probe?: string
}

export const aiAgents: readonly Agent[] = list.agents.map(({ role, ...agent }) => ({
  ...agent,
  role: roleOf(role),
}))

export const scoredAgents = (role: AgentRole): readonly Agent[] =>
  aiAgents.filter((agent) => agent.role === role && agent.weighs)

function roleOf(text: string): AgentRole {
  if (text === 'search' || text === 'fetch' || text === 'training') return text
  throw new Error(`agents.json knows no role ${text}`)
}
