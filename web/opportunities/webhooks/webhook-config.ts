import type { Returns } from '../../api.ts'

export type WebhookConfig = Returns<'GET /api/content/webhook-config/:brand'>
