/** Texts of the webhook of a brand, and of deliveries to it. */
import { formatCount, formatQuantity, formatTime } from '../../../vocabulary/formats.ts'
import { translated } from '../../../vocabulary/language.ts'

const opportunities = (count: number) => formatQuantity(count, 'opportunity', 'opportunities')

export const copy = translated('opportunities/webhooks', {
  sendDialog: {
    title: (count: number) => (count === 1 ? 'Send this opportunity' : `Send ${opportunities(count)}`),
    question: (what: string, count: number) =>
      `Send ${what} to your webhook with ${count === 1 ? 'its' : 'their'} evidence and brief?`,
    connect: 'Connect a webhook',
    notConnected: 'Opportunities are sent to a webhook, but none is connected.',
    sent: (count: number) => `${formatCount(count)} sent. `,
    notSent: (reasons: string) => `Not sent: ${reasons}`,
    someNotSent: (count: number, reasons: string) => `${formatCount(count)} not sent: ${reasons}`,
    viewWebhook: 'View webhook',
    markOnly: 'Mark as sent only',
    send: 'Send to webhook',
    tryAgain: 'Try again',
    cancel: 'Cancel',
    close: 'Close',
  },
  webhook: {
    title: 'Webhook',
    lead: 'Send opportunities to your ticketing or automation tool.',
    notAllowed:
      'Webhook URLs often contain secrets, so only members who can edit them can see them here. Ask an owner or admin for access.',
    readOnly: (url: string | null) =>
      `${url === null ? 'No webhook is set up.' : `Opportunities are sent to ${url}.`} Only owners and admins can change this.`,
    format:
      'A delivery is a POST request with a JSON body: the opportunity, its prompt, the evidence, the brief, and a {callbackUrl} that the receiver uses to report back. If a secret is set, the request is signed according to {specification}.',
    specification: 'Standard Webhooks',
    sendTest: 'Send test',
    waiting: 'Waiting for a response…',
    testDelivered: (outcome: string) => `Test delivered: ${outcome}.`,
    testFailed: (outcome: string) => `Test failed: ${outcome}.`,
    remove: 'Remove webhook',
    removeTitle: 'Remove this webhook?',
    removeConsequence:
      'Its URL and secret are deleted. The delivery log is kept, and receivers can still report back on past deliveries.',
  },
  webhookForm: {
    url: 'Endpoint URL',
    urlPlaceholder: 'https://hooks.acme.com/ansight',
    urlHint: 'An http or https URL reachable from the internet.',
    secret: 'Signing secret',
    secretHint: 'Recommended: deliveries are signed so that the receiver can verify them.',
    secretSet: (hint: string) =>
      `Set (${hint}). Leave empty to keep it. For a URL on another host, enter it again.`,
    overlap: 'When the secret changes, also sign with the old one',
    overlapHint: 'During this time, the signature header contains a signature of each secret.',
    overlapUntil: (until: string) =>
      `Deliveries are also signed with the old secret until ${formatTime(until)}.`,
    overlaps: { none: 'No', hour: 'For 1 hour', day: 'For 24 hours', week: 'For 7 days' },
    removeSecret: 'Remove secret',
    active: 'Active: opportunities can be sent to this webhook',
    save: 'Save webhook',
    saved: 'Saved',
  },
  callbacks: {
    title: 'Callback URLs',
    lead: 'Each delivery contains a URL that its receiver uses to report back, valid for 90 days.',
    revoke: 'Revoke callback URLs',
    revokeTitle: 'Revoke all callback URLs?',
    revokeConsequence:
      'Receivers can no longer report back on deliveries up to now. Later deliveries have new URLs.',
    revoked: 'All callback URLs are revoked.',
  },
  deliveries: {
    title: 'Deliveries',
    lead: 'Newest first, tests included. Failed deliveries are not retried.',
    empty: 'No deliveries yet. Send a test to check the endpoint.',
    emptyForOpportunity: 'Not sent yet.',
    delivered: 'Delivered',
    notDelivered: 'Not delivered',
    outcome: (outcome: string, host: string, durationMs: number) =>
      `${outcome} from ${host} in ${formatCount(durationMs)} ms`,
    sentBy: (name: string) => `, by ${name}`,
    response: 'Response',
    test: 'Test',
  },
})
