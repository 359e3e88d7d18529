import { type Address, type Returns, read, readPages } from '../api.ts'

export type Notification = Returns<'GET /api/notifications'>['items'][number]
export type Message = Notification['message']
export type Channel = Returns<'GET /api/channels'>['items'][number]
export type ChannelKind = Returns<'GET /api/channels'>['kinds'][number]
export type Delivery = Returns<'GET /api/channels/:channel/deliveries'>['items'][number]

export const channelsQuery = read('GET /api/channels')
export const digestQuery = read('GET /api/digest')
export const unreadQuery = read('GET /api/notifications/unread-count')

/** `unread`: only unread notifications. */
export type InboxSearch = { unread?: true }

export const inboxSearch = (search: Record<string, unknown>): InboxSearch =>
  search.unread === true ? { unread: true } : {}

const pageSize = 20

export const inboxQuery = ({ unread }: InboxSearch) =>
  readPages('GET /api/notifications', {
    query: { limit: String(pageSize), ...(unread && { unread: 'true' as const }) },
  })

export const inboxAddresses: Address[] = ['GET /api/notifications', 'GET /api/notifications/unread-count']
