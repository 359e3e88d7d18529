/** Commands that manage users, API keys and plans without a browser. */
import { z } from 'zod'
import { scopes } from '../../vocabulary/accounts.ts'
import { type Command, requireOption, type WithApp } from '../core/command.ts'
import { type AppContext, systemContext, transaction } from '../core/context.ts'
import { Line } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { printLine } from '../core/terminal.ts'
import { validationMessage } from '../core/validation-messages.ts'
import { planNames } from '../plans/plans.ts'
import {
  addMember,
  createOwner,
  createUser,
  type NewUser,
  recordPersonEvent,
  setPassword,
} from './accounts.ts'
import { createApiKey, NewApiKey } from './api-keys.ts'
import { createEmailLink } from './email-links.ts'
import { removeAllFactors } from './factors.ts'
import { Email, Password, Role } from './fields.ts'
import { removeMember } from './members.ts'
import { setPlan } from './organizations.ts'
import { createServiceAccount, listServiceAccounts, ServiceRole } from './service-accounts.ts'
import { findUserByEmail, type User, updateUser } from './users.ts'

type Values = Record<string, string | undefined>
const email = { type: 'string', description: 'Email address of the user.', isRequired: true } as const
const password = { type: 'string', description: 'Password, 8 to 128 characters.', isRequired: true } as const
const organization = { type: 'string', description: 'Id or name of the organization.' } as const
const organizationOfUser = {
  ...organization,
  description: 'Id or name of the organization; needed when the user belongs to several.',
} as const

export const accountCommands = (withBase: WithApp): Record<string, Command> => ({
  'user create': {
    summary:
      'Create a user: the owner of a new organization or, with --organization, a member of an existing one.',
    options: {
      email,
      name: { type: 'string', description: 'Name of the user.', isRequired: true },
      password,
      organization,
      role: {
        type: 'string',
        description: 'With --organization: owner, admin, editor or viewer. Default: editor.',
      },
    },
    run: async ({ values }) => {
      const request = userRequest(values)
      await withBase((base) => runUserCreate(base, request))
    },
  },
  'user password': {
    summary: 'Set a new password, sign the user out everywhere and revoke their API keys.',
    options: {
      email,
      password,
      'keep-keys': { type: 'boolean', description: 'Do not revoke the API keys of the user.' },
    },
    run: async ({ values }) => {
      const change = {
        email: value(values, 'email', Email),
        password: value(values, 'password', Password),
        keepApiKeys: values['keep-keys'] === 'true',
      }
      await withBase((base) => runUserPassword(base, change))
    },
  },
  'user reset-link': {
    summary: 'Print a link with which the user sets a new password, within an hour.',
    options: { email },
    run: async ({ values }) => {
      const address = value(values, 'email', Email)
      await withBase(async (base) => {
        const { id: userId, email } = await getUserByEmail(base, address)
        process.stdout.write(`${await createEmailLink(base, { kind: 'reset', email, userId })}\n`)
      })
    },
  },
  'user email': {
    summary: 'Change the email address of a user.',
    options: { email, to: { type: 'string', description: 'The new address.', isRequired: true } },
    run: async ({ values }) => {
      const [address, to] = [value(values, 'email', Email), value(values, 'to', Email)]
      await withBase((base) => runUserEmail(base, address, to))
    },
  },
  'user remove-factors': {
    summary: 'Remove all second factors of a user who has lost them, and tell the user by email.',
    options: { email },
    run: async ({ values }) => {
      const address = value(values, 'email', Email)
      await withBase(async (base) => {
        const user = await getUserByEmail(base, address)
        const count = await removeAllFactors({ ...base, actor: { kind: 'system' } }, user.id)
        printLine(
          count === 0 ? `${address} has no second factor` : `Removed ${count} second factors of ${address}`,
        )
      })
    },
  },
  'member add': {
    summary: 'Add an existing user to an organization.',
    options: {
      email,
      organization: { ...organization, isRequired: true },
      role: { type: 'string', description: 'owner, admin, editor or viewer. Default: editor.' },
    },
    run: async ({ values }) => {
      const address = value(values, 'email', Email)
      const role = values.role === undefined ? 'editor' : value(values, 'role', UnlimitedRole)
      await withBase(async (base) => {
        const organizationId = await findOrganizationId(base, requireOption(values, 'organization'))
        const user = await getUserByEmail(base, address)
        await addMember(systemContext(base, organizationId), user, { role, brandIds: null })
        printLine(`${address} joined the organization ${organizationId} as ${role}`)
      })
    },
  },
  'member remove': {
    summary: 'Remove a user from an organization, end their sessions in it and revoke their API keys.',
    options: { email, organization: organizationOfUser },
    run: async ({ values }) => {
      const address = value(values, 'email', Email)
      await withBase(async (base) => {
        const { userId, organizationId } = await getMemberByEmail(base, address, values.organization)
        await removeMember(systemContext(base, organizationId), userId)
        printLine(`${address} left the organization ${organizationId}`)
      })
    },
  },
  'key create': {
    summary: 'Create an API key for a user or a service account and print its token.',
    options: {
      user: { type: 'string', description: 'Email address of the user whose access the key has.' },
      service: {
        type: 'string',
        description:
          'Instead of --user: name of the service account whose access the key has. It is created with the role --role if it does not exist.',
      },
      role: {
        type: 'string',
        description: 'With --service: admin, editor or viewer, for a new account. Default: viewer.',
      },
      name: { type: 'string', description: 'Name of the key.', isRequired: true },
      organization: {
        ...organization,
        description:
          'Id or name of the organization; needed with --service, and when the user belongs to several.',
      },
      scopes: {
        type: 'string',
        description: `A list of ${scopes.join(', ')}, separated by commas. Default: everything that the role allows.`,
      },
      'expires-at': {
        type: 'string',
        description: 'Time at which the key expires, such as 2027-01-01T00:00:00Z.',
      },
    },
    run: async ({ values }) => {
      const key = NewApiKey.parse({
        name: value(values, 'name', Line(100)),
        scopes: values.scopes === undefined ? null : value(values, 'scopes', ScopeList),
        expires_at: values['expires-at'] === undefined ? null : value(values, 'expires-at', z.iso.datetime()),
      })
      const findOwner = keyOwner(values)
      await withBase(async (base) => {
        const { userId, organizationId } = await findOwner(base)
        const { token } = await createApiKey(systemContext(base, organizationId), { ...key, userId })
        process.stdout.write(`${token}\n`)
      })
    },
  },
  'plan set': {
    summary: 'Set the plan of an organization. Plans apply to cloud deployments only.',
    options: {
      organization: { ...organization, isRequired: true },
      plan: { type: 'string', description: `One of ${planNames.join(', ')}.`, isRequired: true },
    },
    run: async ({ values }) => {
      const plan = value(values, 'plan', Plan)
      await withBase(async (base) => {
        const organizationId = await findOrganizationId(base, requireOption(values, 'organization'))
        await setPlan(systemContext(base, organizationId), plan)
      })
    },
  },
})

/** A client always has a list of brands, which the dashboard sets. */
const UnlimitedRole = Role.exclude(['client'])

const ScopeList = z.preprocess(
  (text) =>
    String(text)
      .split(',')
      .map((name) => name.trim()),
  z.array(z.enum(scopes, { error: `must be a list of ${scopes.join(', ')}` })),
)

type KeyOwner = { userId: string; organizationId: string }

/** Returns how to find, or create, the user that the options name. Throws for options that contradict each other. */
function keyOwner(values: Values): (base: AppContext) => Promise<KeyOwner> {
  const { user, service, role } = values
  if ((user === undefined) === (service === undefined)) throw new Error('Pass --user or --service.')
  if (service === undefined) {
    if (role !== undefined) throw new Error('--role requires --service.')
    const address = value(values, 'user', Email)
    return (base) => getMemberByEmail(base, address, values.organization)
  }
  const account = {
    name: value(values, 'service', Line(100)),
    role: role === undefined ? ('viewer' as const) : value(values, 'role', ServiceRole),
  }
  return async (base) => {
    const organizationId = await findOrganizationId(base, requireOption(values, 'organization'))
    const ctx = systemContext(base, organizationId)
    const existing = (await listServiceAccounts(ctx)).find(({ name }) => name === account.name)
    return { userId: (existing ?? (await createServiceAccount(ctx, account))).id, organizationId }
  }
}

const Plan = z.enum(planNames, { error: `must be one of ${planNames.join(', ')}` })

type UserRequest = { user: NewUser; organization: string | undefined; role: z.output<typeof UnlimitedRole> }

function userRequest(values: Values): UserRequest {
  const { organization, role } = values
  if (organization === undefined && role !== undefined) throw new Error('--role requires --organization.')
  return {
    user: {
      name: value(values, 'name', Line(100)),
      email: value(values, 'email', Email),
      password: value(values, 'password', Password),
    },
    organization,
    role: role === undefined ? 'editor' : value(values, 'role', UnlimitedRole),
  }
}

async function runUserCreate(base: AppContext, { user, organization, role }: UserRequest): Promise<void> {
  if (organization === undefined) {
    const { organizationId } = await createOwner(base, user)
    printLine(`${user.email} owns the new organization ${organizationId}`)
    return
  }
  const organizationId = await findOrganizationId(base, organization)
  await createUser(systemContext(base, organizationId), { ...user, role, brandIds: null })
  printLine(`${user.email} joined the organization ${organizationId} as ${role}`)
}

async function runUserPassword(
  base: AppContext,
  { email, ...change }: { email: string; password: string; keepApiKeys: boolean },
): Promise<void> {
  const { id: userId } = await getUserByEmail(base, email)
  const keys = await setPassword({ ...base, actor: { kind: 'system' } }, { userId, email, ...change })
  if (keys.length === 0) return
  const names = keys.map((name) => `"${name}"`).join(', ')
  printLine(
    change.keepApiKeys
      ? `These API keys of ${email} are still valid: ${names}`
      : `Revoked the API keys of ${email}: ${names}`,
  )
}

async function runUserEmail(base: AppContext, from: string, to: string): Promise<void> {
  const user = await getUserByEmail(base, from)
  await transaction({ ...base, actor: { kind: 'system' as const } }, async (tx) => {
    await updateUser(tx, user.id, { email: to, emailVerifiedBy: 'administrator' })
    await recordPersonEvent(tx, user.id, 'user.email_changed', { from, to })
  })
  printLine(`${from} signs in as ${to} now`)
}

async function getUserByEmail(base: AppContext, email: string): Promise<User> {
  const user = await findUserByEmail(base, email)
  if (user === null) throw new Error(`No user has the email address ${email}.`)
  return user
}

async function getMemberByEmail(base: AppContext, address: string, organization: string | undefined) {
  const organizationId = organization === undefined ? null : await findOrganizationId(base, organization)
  const [member, another] = await base.db
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .select(['users.id as userId', 'members.organization_id as organizationId'])
    .where('users.email', '=', address)
    .$if(organizationId !== null, (query) => query.where('members.organization_id', '=', organizationId))
    .limit(2)
    .execute()
  if (!member) throw new Error(`No member has the email address ${address}.`)
  if (another) throw new Error(`${address} belongs to several organizations. Pass --organization.`)
  return member
}

async function findOrganizationId(base: AppContext, idOrName: string): Promise<string> {
  const column = Uuid.safeParse(idOrName).success ? 'id' : 'name'
  const found = await base.db
    .selectFrom('organizations')
    .select('id')
    .where(column, '=', idOrName)
    .limit(2)
    .execute()
  const [first, second] = found
  if (!first) throw new Error(`No organization has the id or name "${idOrName}".`)
  if (second) throw new Error(`Several organizations are named "${idOrName}". Pass the id instead.`)
  return first.id
}

/** Throws an error that names the option when its value is missing or invalid. */
function value<T>(values: Values, option: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(requireOption(values, option), { error: validationMessage })
  if (parsed.success) return parsed.data
  throw new Error(`--${option} ${parsed.error.issues[0]?.message ?? 'is not valid'}.`)
}
