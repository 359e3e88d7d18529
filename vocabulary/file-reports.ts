/** Reports that search engines only export as files. Google's count impressions in AI answers, and Bing's count citations. */
export const fileReports = [
  'google_ai_search',
  'google_ai_discover',
  'bing_ai_overview',
  'bing_ai_queries',
  'bing_ai_pages',
] as const
export type FileReport = (typeof fileReports)[number]

/** What a table of a report lists. */
export const fileContents = ['dates', 'pages', 'countries', 'devices', 'queries'] as const
export type FileContent = (typeof fileContents)[number]

/** Google's reports have the same form, so a person can say which one a file is. */
export const googleReports = ['google_ai_search', 'google_ai_discover'] as const
