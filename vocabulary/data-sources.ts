/** The services that a brand's data is imported from, by connections. */
export const connectionKinds = ['search_console', 'ga4', 'bing'] as const
export type ConnectionKind = (typeof connectionKinds)[number]

/** The names of the services, which are the same in every language. */
export const connectionLabels: Record<ConnectionKind, string> = {
  search_console: 'Google Search Console',
  ga4: 'Google Analytics 4',
  bing: 'Bing Webmaster Tools',
}

export const connectionStates = ['pending', 'active', 'revoked', 'lost'] as const

/**
 * Days at which numbers of Google Search change although the site does not, from Google's announcements and its list of data
 * anomalies (support.google.com/webmasters/answer/6211453).
 */
export const searchBreaks = [
  { id: 'fewer_results', from: '2025-09-12', to: null },
  { id: 'impressions_logged_wrong', from: '2025-05-13', to: '2026-04-27' },
  { id: 'multimodal', from: '2026-09-24', to: null },
] as const
