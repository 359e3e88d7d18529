/** Finds the AI agent that made a logged request: by the name in its user agent, or by the host that signs for it. */
import sources from './agent-sources.json' with { type: 'json' }
import { detectAiAgent, findAiAgent } from './ai-agents.ts'
import { type RequestSignature, readSignature } from './http-signature.ts'
import type { LoggedRequest } from './log-parser.ts'

/** What is stored until the signature is checked. */
export type PendingSignature = Pick<RequestSignature, 'host' | 'keyId' | 'base' | 'signature'>

/** The hosts whose keys belong to the operator of an agent. Keys of any other host prove nothing about an agent. */
export const signers: readonly { host: string; agent: string }[] = sources.signers

/** A log has the time at which a request ended, and a clock that can be wrong by a little. */
const toleranceMs = 5 * 60_000
/** A signature that is valid for longer than the drafts allow could be used by others. */
const maxLifetimeMs = 86_400_000
/** Longer than any known signed text; limits the size of a row. */
const maxBaseLength = 4_000

export function identifyAgent(
  request: LoggedRequest,
): { agent: string; signature: PendingSignature | null } | null {
  const named = detectAiAgent(request.userAgent)
  const signature = request.signed === undefined ? null : readSignature(request.signed)
  const signer = findAiAgent(signers.find(({ host }) => host === signature?.host)?.agent ?? '')
  const agent = named ?? signer
  if (agent === undefined) return null
  const isChecked =
    signature !== null && signer?.operator === agent.operator && isCheckable(signature, request.at)
  return { agent: agent.token, signature: isChecked ? toPending(signature) : null }
}

/**
 * A signature is ignored outside of its period, because a log with a wrong clock would make the request look spoofed.
 */
function isCheckable({ created, expires, base }: RequestSignature, at: Date): boolean {
  const [startMs, endMs] = [created * 1000, expires * 1000]
  return (
    base.length <= maxBaseLength &&
    endMs - startMs <= maxLifetimeMs &&
    at.getTime() >= startMs - toleranceMs &&
    at.getTime() <= endMs + toleranceMs
  )
}

const toPending = ({ host, keyId, base, signature }: RequestSignature): PendingSignature => ({
  host,
  keyId,
  base,
  signature,
})
