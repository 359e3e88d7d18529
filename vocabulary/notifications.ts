/** The kinds of notifications and the statuses of deliveries, as stored and returned by the API. */
export const notificationKinds = ['alert', 'digest', 'report', 'system'] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const deliveryStatuses = ['waiting', 'sent', 'failed'] as const

/** What a channel can be subscribed to. Digests are personal. */
export const channelNotificationKinds = ['alert', 'report', 'system'] as const

/** What a channel can also get, without an inbox: the audit log, for webhooks. */
export const auditSubscription = 'audit_log'

export const channelSubscriptions = [...channelNotificationKinds, auditSubscription] as const

export const digestFrequencies = ['weekly', 'monthly'] as const
export type DigestFrequency = (typeof digestFrequencies)[number]
