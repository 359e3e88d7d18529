import type { Command, WithApp } from '../core/command.ts'
import { type Check, fail, messageOf, ok } from './check.ts'
import { checkInstall, type DoctorOptions } from './doctor.ts'

/** `readSettings` throws when a setting is wrong. */
export const doctorCommands = (withBase: WithApp, readSettings: () => unknown): Record<string, Command> => ({
  doctor: {
    summary: 'Check settings, database, numbers and engines, and say what to do.',
    options: {
      json: { type: 'boolean', about: 'Print the checks as JSON.' },
      online: {
        type: 'boolean',
        about: 'Also see whether engines and webhooks can be reached; asks nothing that costs.',
      },
      'all-days': { type: 'boolean', about: 'Count every day again, not only some.' },
    },
    run: async ({ values }) => {
      const checks = await examine(withBase, readSettings, {
        online: values.online === 'true',
        allDays: values['all-days'] === 'true',
      })
      const failed = checks.filter(({ verdict }) => verdict === 'fail').length
      process.stdout.write(
        values.json === 'true'
          ? `${JSON.stringify({ ok: failed === 0, checks }, null, 2)}\n`
          : textOf(checks),
      )
      if (failed > 0) throw new Error(`${failed} of ${checks.length} checks failed.`)
    },
  },
})

async function examine(
  withBase: WithApp,
  readSettings: () => unknown,
  options: DoctorOptions,
): Promise<Check[]> {
  const settings = checkSettings(readSettings)
  if (settings.verdict === 'fail') return [settings]
  const checks: Check[] = [settings]
  let opened = false
  try {
    await withBase(async (base) => {
      opened = true
      checks.push(...(await checkInstall(base, options)))
    })
  } catch (error) {
    if (opened) throw error
    checks.push(notOpened(error))
  }
  return checks
}

function checkSettings(readSettings: () => unknown): Check {
  try {
    readSettings()
    return ok('settings', 'All settings can be used.')
  } catch (error) {
    return fail('settings', messageOf(error), 'Correct the setting; docs/settings.md lists what each takes.')
  }
}

const notOpened = (error: unknown): Check =>
  fail(
    'database.connection',
    messageOf(error),
    'Check DATABASE_URL; or, where the database is the embedded one, DATA_DIR and its free space.',
  )

function textOf(checks: Check[]): string {
  const width = Math.max(...checks.map(({ id }) => id.length))
  return checks
    .flatMap(({ id, verdict, message, action }) => [
      `${verdict.padEnd(4)}  ${id.padEnd(width)}  ${message}`,
      ...(action === null ? [] : [`${' '.repeat(width + 8)}${action}`]),
    ])
    .map((line) => `${line}\n`)
    .join('')
}
