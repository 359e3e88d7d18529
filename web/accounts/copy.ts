/** Texts of sign-in, invitations and the organization's settings. */

import { formatLocalDay, formatQuantity, formatTime } from '../../vocabulary/formats.ts'
import { translated } from '../../vocabulary/language.ts'
import { passwordMinLength } from '../../vocabulary/password-length.ts'

export const copy = translated('accounts', {
  account: {
    name: 'Name',
    email: 'Email',
    password: 'Password',
    passwordHint: `At least ${passwordMinLength} characters. A passphrase is stronger than a short password.`,
  },
  language: 'Language',
  signIn: {
    title: 'Sign in',
    lead: 'Welcome back.',
    submit: 'Sign in',
    newHere: 'New here?',
    createAccount: 'Create an account',
    noAccount: 'No account? Ask an owner or admin of your organization for an invitation.',
  },
  signUp: {
    title: 'Create an account',
    lead: 'This creates a new organization.',
    submit: 'Create account',
    hasAccount: 'Already have an account?',
    signIn: 'Sign in',
  },
  firstRun: {
    title: 'Set up Ansight',
    lead: 'See how AI engines talk about your brand. This first account becomes the owner.',
    setupCode: 'Setup code',
    setupCodeHint: 'The service prints it in its log when it starts.',
    privacy: 'All data stays on this server. Only your prompts are sent to the engines.',
  },
  invitation: {
    title: (organization: string) => `Join ${organization}`,
    lead: (email: string, role: string, meaning: string) =>
      `${email} is invited as ${role} (${meaning.toLowerCase()}).`,
    validity: (expiresAt: string) =>
      `The invitation can be used once and expires on ${formatTime(expiresAt)}.`,
    existingAccount: 'I have an account without an organization',
    newAccount: 'Create a new account',
    signInAndJoin: 'Sign in and join',
    createAccountAndJoin: 'Create account and join',
  },
  invalidInvitation: {
    title: 'This invitation is not valid',
    lead: 'It has been used or revoked, or it is more than seven days old. Ask the sender for a new link.',
    signIn: 'Sign in instead',
  },
  settings: {
    title: 'Organization',
    tabs: {
      general: 'General',
      members: 'Members',
      apiKeys: 'API keys',
      engines: 'Engines',
      spend: 'Plan and spend',
      auditLog: 'Audit log',
    },
  },
  dateFormat: {
    title: 'Dates and times',
    lead: 'Applies to the times of events, such as runs. The days of metrics start at midnight UTC.',
    timeZone: 'Time zone',
    ownZone: 'Time zone of the browser',
    now: (time: string) => `Now: ${time}`,
    update: 'Update',
    weekStart: 'First day of the week',
    weekStarts: { monday: 'Monday', sunday: 'Sunday', saturday: 'Saturday' },
  },
  organizationName: {
    title: 'Name',
    lead: 'Shown to members and in invitations.',
    field: 'Organization name',
    save: 'Save',
  },
  liveUpdates: {
    title: 'Live updates',
    connected: 'During a run, pages receive live updates from:',
    notConfigured:
      'No realtime server is configured, so pages refresh every 3 seconds during a run. To enable live updates, set these variables to the values of any server that supports the Pusher protocol:',
  },
  retention: {
    title: 'Data retention',
    lead: 'Data that is older than these days is deleted daily. Metrics do not change.',
    fields: {
      raw_payload_days: 'Raw payloads of engines (days)',
      answer_text_days: 'Texts and sources of answers (days)',
      visit_days: 'Single visits (days)',
      audit_log_days: 'Audit log (days)',
    },
    keep: 'Keep',
    review: 'Review changes',
    confirmTitle: 'Save these retention periods?',
    confirm: 'Save and delete daily',
    nothing: 'The next daily deletion deletes nothing.',
    deletes: 'The next daily deletion deletes, and this cannot be undone:',
    deleted: {
      raw_payloads: (count: number) => formatQuantity(count, 'raw payload'),
      answer_texts: (count: number) => formatQuantity(count, 'answer text'),
      visits: (count: number) => formatQuantity(count, 'visit'),
      audit_log_entries: (count: number) => formatQuantity(count, 'audit log entry', 'audit log entries'),
    },
    kept: ({ answers, visits }: { answers: number; visits: number }) =>
      `Metrics still include all of them: ${formatQuantity(answers, 'answer')} and ${formatQuantity(visits, 'visit')}. Changes of names no longer apply to answers without a text.`,
    withoutText: (answers: number) =>
      `${formatQuantity(answers, 'answer')} without a text: metrics include them, changes of names do not apply to them.`,
  },
  exportData: {
    title: 'Export your data',
    lead: 'All data of the organization as JSON Lines: one row per line, with its table name. Answers use the format of ansight import. Secrets are excluded.',
    action: 'Export',
  },
  deleteOrganization: {
    title: 'Delete organization',
    lead: 'Permanently deletes its brands, answers, members and API keys. Export your data first.',
    action: 'Delete organization',
    confirmTitle: (name: string) => `Delete ${name}?`,
    password: 'Your password',
    warning:
      'All brands and their answers, members and API keys are deleted immediately. This cannot be undone.',
  },
  members: {
    title: 'Members',
    count: (members: number) => formatQuantity(members, 'member'),
    invite: 'Invite member',
    you: '(you)',
    details: (email: string, joinedAt: string, brands: number | undefined) =>
      `${email}, joined ${formatLocalDay(joinedAt)}${
        brands === undefined ? '' : `, access to ${formatQuantity(brands, 'brand')}`
      }`,
    roleOf: (name: string) => `Role of ${name}`,
    brandAccess: 'Brand access',
    brandAccessOf: (name: string) => `Brand access of ${name}`,
    remove: 'Remove',
    removeOne: (name: string) => `Remove ${name}`,
  },
  removeMember: {
    title: (name: string) => `Remove ${name}?`,
    action: 'Remove member',
    warning:
      'Their sessions and API keys are revoked immediately. Their work is kept, and you can invite them again.',
  },
  brandAccess: {
    legend: 'Access',
    all: 'All brands, including future ones',
    selected: 'Selected brands only',
    save: 'Save',
  },
  openInvitations: {
    title: 'Open invitations',
    lead: 'Each link works once and expires after seven days.',
    details: (role: string, expiresAt: string) => `${role}, expires ${formatLocalDay(expiresAt)}`,
    revoke: 'Revoke',
    revokeFor: (email: string) => `Revoke the invitation for ${email}`,
  },
  inviteDialog: {
    title: 'Invite member',
    role: 'Role',
    submit: 'Create invite link',
    linkTitle: 'Share this link',
    link: 'Link',
    linkNote: (email: string) =>
      `Send the link to ${email} yourself; Ansight does not send email. It works once, expires after seven days, and is not shown again.`,
  },
  apiKeys: {
    title: 'API keys',
    lead: 'For spreadsheets, scripts and assistants. A key acts for the user who created it, within the limits that you choose.',
    create: 'Create key',
    emptyTitle: 'No API keys yet',
    empty: 'Create a key to use the API without a password.',
    docs: 'Read the API documentation',
    revoked: (at: string) => `Revoked ${formatLocalDay(at)}`,
    details: (owner: string, createdAt: string, lastUsedAt: string | null) =>
      `created by ${owner} on ${formatLocalDay(createdAt)}, ${
        lastUsedAt === null ? 'never used' : `last used ${formatTime(lastUsedAt)}`
      }`,
    limits: {
      access: { read: 'Read-only', write: 'Read and write' },
      allBrands: 'all brands',
      brands: (count: number) => formatQuantity(count, 'brand'),
      neverExpires: 'does not expire',
      expires: (at: string) => `expires on ${formatLocalDay(at)}`,
    },
    revoke: 'Revoke',
    revokeOne: (name: string) => `Revoke ${name}`,
    revokeTitle: 'Revoke this key?',
    revokeAction: 'Revoke key',
    revokeWarning: (name: string) =>
      `Requests that use “${name}” will be rejected immediately. This cannot be undone.`,
  },
  createKey: {
    title: 'Create API key',
    name: 'Name',
    namePlaceholder: 'Weekly report',
    nameHint: 'What uses this key.',
    access: 'Permissions',
    accessLevels: { read: 'Read-only', write: 'Read and write, as your role allows' },
    expiry: 'Expires',
    expiries: [
      ['30', 'In 30 days'],
      ['90', 'In 90 days'],
      ['365', 'In one year'],
      ['0', 'Never'],
    ] as const,
    submit: 'Create key',
    tokenTitle: 'Your new API key',
    token: 'Token',
    tokenNote: 'Copy this key now. It will not be shown again; we store only a hash of it.',
  },
  showOnce: { close: 'Done' },
  auditLog: {
    title: 'Audit log',
    lead: 'Every change and sign-in, newest first. Visible to owners only.',
    type: 'Type of change',
    allTypes: 'All changes',
    caption: 'Changes, newest first',
    emptyTitle: 'No matching changes',
    empty: 'No changes of this type have been recorded. Choose another type.',
    columns: { date: 'Date', change: 'Change', user: 'User', brand: 'Brand', details: 'Details' },
    deletedBrand: 'Deleted brand',
    formerMember: 'Former member',
    withKey: (user: string, key: string | null) => `${user}, API key ${key ?? '(revoked)'}`,
    actors: {
      system: 'System',
      cron: 'External scheduler',
      callback: 'Webhook receiver',
      anonymous: 'Not signed in',
    },
  },
})
