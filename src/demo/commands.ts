import type { Command, WithApp } from '../core/command.ts'
import { createProgressLine } from '../core/command.ts'
import type { AppContext } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { CalendarDay } from '../core/fields.ts'
import { demoEmail, seedDemo } from './demo.ts'
import { defaultDays, defaultSeed } from './demo-brand.ts'

type Values = Record<string, string | undefined>

export const demoCommands = (withBase: WithApp): Record<string, Command> => ({
  demo: {
    summary: 'Fill an organization with three fictional brands and 90 days of simulated answers.',
    options: {
      seed: {
        type: 'string',
        description: `Seed of the data, a whole number; the same seed gives the same data. Default: ${defaultSeed}.`,
      },
      until: { type: 'string', description: 'Last day of the data, as YYYY-MM-DD. Default: today.' },
      days: { type: 'string', description: `Number of days. Default: ${defaultDays}.` },
      reset: { type: 'boolean', description: 'Delete an existing demo and create it again.' },
    },
    run: ({ values }) => withBase((base) => runDemo(base, values)),
  },
})

async function runDemo(base: AppContext, values: Values): Promise<void> {
  const progress = createProgressLine(process.stderr)
  const password = await seedDemo(base, {
    seed: parseWholeNumber('seed', values.seed ?? String(defaultSeed)),
    until: parseDay(values.until ?? utcDay(base.now())),
    days: parseWholeNumber('days', values.days ?? String(defaultDays)),
    reset: values.reset === 'true',
    onProgress: (stored, total) => progress.show(`${stored} of ${total} answers`),
  })
  progress.end()
  process.stdout.write(password === null ? existsMessage(base) : readyMessage(base, password))
}

const readyMessage = ({ baseUrl }: AppContext, password: string) =>
  [
    'The demo is ready; all its answers are simulated.',
    `URL:      ${baseUrl} (run npm start if the service is not running)`,
    `Sign in:  ${demoEmail}`,
    `Password: ${password}`,
    'The password is shown only once. To create your own organization: ansight user create --help',
    '',
  ].join('\n')

const existsMessage = ({ baseUrl }: AppContext) =>
  [
    `The demo already exists at ${baseUrl}. Sign in as ${demoEmail}.`,
    'Use --reset to recreate it with a new password.',
    '',
  ].join('\n')

function parseWholeNumber(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Error(`--${option} must be a whole number.`)
}

function parseDay(text: string): string {
  const parsed = CalendarDay.safeParse(text)
  if (parsed.success) return parsed.data
  throw new Error('--until must be a day such as 2026-01-31.')
}
