import { type Returns, read } from '../../api.ts'

export type WebhookConfig = Returns<'GET /api/content/webhook-config/:brand'>

export const getWebhook = (brand: string) =>
  read('GET /api/content/webhook-config/:brand', { params: { brand } })
