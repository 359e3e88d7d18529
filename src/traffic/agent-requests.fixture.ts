/** Stores requests of AI agents as an import does, so that their sums are right. */
import { randomBytes } from 'node:crypto'
import type { OrganizationContext } from '../core/context.ts'
import { type AgentRequest, insertRequests } from './agent-requests.ts'

export type AddedRequest = Partial<AgentRequest> & Pick<AgentRequest, 'day'>

export const addRequests = (ctx: OrganizationContext, brandId: string, requests: readonly AddedRequest[]) =>
  insertRequests(
    ctx,
    brandId,
    requests.map((request) => ({
      hash: randomBytes(12),
      agent: 'OAI-SearchBot',
      path: '/',
      status: 200,
      verification: 'verified',
      method: null,
      address: null,
      signature: null,
      ...request,
    })),
  )
