/** The AI agents that audits check, by purpose. */
import list from '../../vocabulary/ai-agents.json' with { type: 'json' }

export type AgentRole = 'search' | 'user' | 'training'
export type AgentRules = {
  token: string
  role: AgentRole
  /** Whether the agent's access is scored. */
  isScored: boolean
  /** The user agent for probing the site; agents without one are not probed. */
  probe?: string
}

export const aiAgents: readonly AgentRules[] = list.agents.flatMap(({ token, role, audit }) => {
  if (audit === undefined) return []
  const { isScored, probe } = audit
  return [{ token, role: parseRole(role), isScored, ...(probe !== undefined && { probe }) }]
})

export const scoredAgents = (role: AgentRole): readonly AgentRules[] =>
  aiAgents.filter((agent) => agent.role === role && agent.isScored)

function parseRole(text: string): AgentRole {
  if (text === 'search' || text === 'user' || text === 'training') return text
  throw new Error(`ai-agents.json has an audited agent with the role ${text}`)
}
