import { read } from '../api.ts'

/** The maximum page size of the API. */
const pageSize = 500

export const brandsQuery = read('GET /api/brands', { query: { limit: pageSize } })

export const brandQuery = (slug: string) => read('GET /api/brands/:brand', { params: { brand: slug } })

export const platformsQuery = (slug: string) =>
  read('GET /api/brands/:brand/platforms', { params: { brand: slug } })

export const promptsQuery = (brandId: string) =>
  read('GET /api/prompts', { query: { brand_id: brandId, limit: pageSize } })

export const topicsQuery = (slug: string) =>
  read('GET /api/brands/:brand/topics', { params: { brand: slug }, query: { limit: pageSize } })

export const personasQuery = (slug: string) =>
  read('GET /api/brands/:brand/personas', { params: { brand: slug } })

export const competitorsQuery = (slug: string) =>
  read('GET /api/brands/:brand/competitors', { params: { brand: slug }, query: { limit: pageSize } })

export const productsQuery = (slug: string) =>
  read('GET /api/brands/:brand/products', { params: { brand: slug }, query: { limit: pageSize } })

/** The reanalysis in progress, if any. */
export const reanalysisQuery = (slug: string) =>
  read('GET /api/brands/:brand/reanalysis', { params: { brand: slug } })

export const newestRunQuery = (brandId: string) =>
  read('GET /api/runs', { query: { brand_id: brandId, limit: 1 } })
