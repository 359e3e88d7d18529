/** What sends logs to Ansight. `server`: `ansight logs follow` on a web server. `other`: any program that sends lines. */
export const logSenders = [
  'cloudflare',
  'vercel',
  'netlify',
  'fastly',
  'cloudfront',
  'akamai',
  'server',
  'other',
] as const
export type LogSender = (typeof logSenders)[number]

/** Senders that can sign their requests with a secret. */
export const signingSenders: readonly LogSender[] = ['vercel']

/** Whether a request came from the operator of the agent that its user agent names. */
export const verifications = ['verified', 'not_confirmed', 'unverifiable', 'spoofed'] as const
export type Verification = (typeof verifications)[number]
