import type { Command, WithApp } from '../core/command.ts'
import { createProgressLine } from '../core/command.ts'
import type { AppContext } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { Day } from '../core/fields.ts'
import { demoEmail, seedDemo } from './demo.ts'

/** Any fixed number; its days are looked at in screenshots. */
const usualSeed = '1'
const usualDays = '90'

type Values = Record<string, string | undefined>

export const demoCommands = (withBase: WithApp): Record<string, Command> => ({
  demo: {
    summary: 'Fill an organization with three invented brands and 90 days of simulated answers.',
    options: {
      seed: { type: 'string', about: `Whole number; the same one gives the same history (${usualSeed}).` },
      until: { type: 'string', about: 'Last day of the history, YYYY-MM-DD (today).' },
      days: { type: 'string', about: `How many days it has (${usualDays}).` },
      reset: { type: 'boolean', about: 'Make a demo that is there already anew.' },
    },
    run: ({ values }) => withBase((base) => runDemo(base, values)),
  },
})

async function runDemo(base: AppContext, values: Values): Promise<void> {
  const progress = createProgressLine(process.stderr)
  const password = await seedDemo(base, {
    seed: wholeNumber('seed', values.seed ?? usualSeed),
    until: dayIn(values.until ?? utcDay(base.now())),
    days: wholeNumber('days', values.days ?? usualDays),
    reset: values.reset === 'true',
    onProgress: (stored, total) => progress.show(`${stored} of ${total} answers`),
  })
  progress.end()
  process.stdout.write(password === null ? alreadyThere(base) : ready(base, password))
}

const ready = ({ baseUrl }: AppContext, password: string) =>
  [
    'The demo is there; all of its answers are simulated.',
    `Address:  ${baseUrl} (npm start, if it does not run)`,
    `Sign in:  ${demoEmail}`,
    `Password: ${password}`,
    'The password is shown this once. An organization of your own: ansight user create --help',
    '',
  ].join('\n')

const alreadyThere = ({ baseUrl }: AppContext) =>
  [
    `The demo is there already: ${baseUrl}, signing in as ${demoEmail}.`,
    'Make it anew, with a new password, by --reset.',
    '',
  ].join('\n')

function wholeNumber(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Error(`--${option} must be a whole number.`)
}

function dayIn(text: string): string {
  const parsed = Day.safeParse(text)
  if (parsed.success) return parsed.data
  throw new Error('--until must be a day such as 2026-01-31.')
}
