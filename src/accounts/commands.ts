/** Setting up without a browser: people, keys and plans from the command line. */
import { z } from 'zod'
import { type Command, requireOption, type WithApp } from '../core/command.ts'
import { type AppContext, systemContext } from '../core/context.ts'
import { Line } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { validationMessage } from '../core/validation-messages.ts'
import { planNames } from '../plans/plans.ts'
import { createApiKey } from './api-keys.ts'
import { Email, Password, Role } from './fields.ts'
import { createUser } from './members.ts'
import { createOwner, type NewPerson, setPlan } from './organizations.ts'
import { setPassword } from './sign-in.ts'

type Values = Record<string, string | undefined>
const email = { type: 'string', description: 'Email address of the person.', isRequired: true } as const
const password = { type: 'string', description: 'Password, 8 to 128 characters.', isRequired: true } as const
const organization = { type: 'string', description: 'Id or name of the organization.' } as const

export const accountCommands = (withBase: WithApp): Record<string, Command> => ({
  'user create': {
    summary:
      'Make an account: the owner of a new organization or, with --organization, a member of that one.',
    options: {
      email,
      name: { type: 'string', description: 'Name of the person.', isRequired: true },
      password,
      organization,
      role: {
        type: 'string',
        description: 'owner, admin, member (the default) or viewer; with --organization.',
      },
    },
    run: async ({ values }) => {
      const wanted = wantedUser(values)
      await withBase((base) => runUserCreate(base, wanted))
    },
  },
  'user password': {
    summary: 'Set a new password, and sign the person out everywhere.',
    options: { email, password },
    run: async ({ values }) => {
      const address = value(values, 'email', Email)
      const newPassword = value(values, 'password', Password)
      await withBase(async (base) => {
        const { userId, organizationId } = await getPerson(base, address)
        await setPassword(systemContext(base, organizationId), userId, newPassword)
      })
    },
  },
  'key create': {
    summary: 'Make an API key for a person and print its token.',
    options: {
      user: {
        type: 'string',
        description: 'Email address of the person the key acts for.',
        isRequired: true,
      },
      name: { type: 'string', description: 'Name to know the key by.', isRequired: true },
    },
    run: async ({ values }) => {
      const address = value(values, 'user', Email)
      const name = value(values, 'name', Line(100))
      await withBase(async (base) => {
        const { userId, organizationId } = await getPerson(base, address)
        const { token } = await createApiKey(systemContext(base, organizationId), { name, userId })
        process.stdout.write(`${token}\n`)
      })
    },
  },
  'plan set': {
    summary: 'Set the plan of an organization; plans limit the cloud deployment only.',
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

const Plan = z.enum(planNames, { error: `must be one of ${planNames.join(', ')}` })

type WantedUser = { person: NewPerson; joined: string | undefined; role: z.output<typeof Role> }

function wantedUser(values: Values): WantedUser {
  const { organization: joined, role } = values
  if (joined === undefined && role !== undefined) throw new Error('--role needs --organization.')
  return {
    person: {
      name: value(values, 'name', Line(100)),
      email: value(values, 'email', Email),
      password: value(values, 'password', Password),
    },
    joined,
    role: role === undefined ? 'member' : value(values, 'role', Role),
  }
}

async function runUserCreate(base: AppContext, { person, joined, role }: WantedUser): Promise<void> {
  if (joined === undefined) {
    const { organizationId } = await createOwner(base, person)
    process.stdout.write(`${person.email} owns the new organization ${organizationId}\n`)
    return
  }
  const organizationId = await findOrganizationId(base, joined)
  await createUser(systemContext(base, organizationId), { ...person, role, brandIds: null })
  process.stdout.write(`${person.email} joined the organization ${organizationId} as ${role}\n`)
}

async function getPerson(base: AppContext, address: string) {
  const person = await base.db
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .select(['users.id as userId', 'members.organization_id as organizationId'])
    .where('users.email', '=', address)
    .executeTakeFirst()
  if (!person) throw new Error(`Nobody with the address ${address} belongs to an organization.`)
  return person
}

async function findOrganizationId(base: AppContext, idOrName: string): Promise<string> {
  const column = Uuid.safeParse(idOrName).success ? 'id' : 'name'
  const found = await base.db
    .selectFrom('organizations')
    .select('id')
    .where(column, '=', idOrName)
    .limit(2)
    .execute()
  const [only, second] = found
  if (!only) throw new Error(`There is no organization "${idOrName}".`)
  if (second) throw new Error(`Several organizations are named "${idOrName}"; give the id.`)
  return only.id
}

/** Throws a sentence naming the option when its value is missing or wrong. */
function value<T>(values: Values, option: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(requireOption(values, option), { error: validationMessage })
  if (parsed.success) return parsed.data
  throw new Error(`--${option} ${parsed.error.issues[0]?.message ?? 'is not valid'}.`)
}
