import { type Address, type Returns, read, readPages } from '../api.ts'

export type ActionTable = Returns<'GET /api/actions'>
export type Action = ActionTable['actions'][number]
export type ActionDetail = Returns<'GET /api/brands/:brand/actions/:id'>
export type ActionPlan = Returns<'POST /api/brands/:brand/actions/plan'>
export type Proposal = Returns<'GET /api/brands/:brand/actions/proposals'>['items'][number]

export const actionsQuery = (brandId: string) =>
  readPages('GET /api/actions', { query: { brand_id: brandId } })

export const actionQuery = (slug: string, id: string) =>
  read('GET /api/brands/:brand/actions/:id', { params: { brand: slug, id } })

export const proposalsQuery = (slug: string) =>
  read('GET /api/brands/:brand/actions/proposals', { params: { brand: slug } })

/** What changes with an action. */
export const actionAddresses: Address[] = [
  'GET /api/actions',
  'GET /api/brands/:brand/actions/:id',
  'GET /api/brands/:brand/actions/proposals',
  'GET /api/content/:id',
]
