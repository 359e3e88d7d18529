import type { Command, WithApp } from '../core/command.ts'
import { printLine } from '../core/terminal.ts'
import { type DoctorCheck, fail, getMessage, ok } from './check.ts'
import { checkInstall, type DoctorOptions } from './doctor.ts'

/** Creates the command. `readSettings` throws when a setting is wrong. */
export const doctorCommands = (withBase: WithApp, readSettings: () => unknown): Record<string, Command> => ({
  doctor: {
    summary: 'Check settings, database, rollups and engines, and suggest fixes.',
    options: {
      json: { type: 'boolean', description: 'Print the checks as JSON.' },
      online: {
        type: 'boolean',
        description: 'Also check whether engines and webhooks are reachable; sends no paid requests.',
      },
      'all-days': { type: 'boolean', description: 'Recompute every day, not only a sample.' },
    },
    run: async ({ values }) => {
      const checks = await collectChecks(withBase, readSettings, {
        online: values.online === 'true',
        allDays: values['all-days'] === 'true',
      })
      const failed = checks.filter(({ verdict }) => verdict === 'fail').length
      if (values.json === 'true')
        process.stdout.write(`${JSON.stringify({ ok: failed === 0, checks }, null, 2)}\n`)
      else for (const line of formatChecks(checks)) printLine(line)
      if (failed > 0) throw new Error(`${failed} of ${checks.length} checks failed.`)
    },
  },
})

async function collectChecks(
  withBase: WithApp,
  readSettings: () => unknown,
  options: DoctorOptions,
): Promise<DoctorCheck[]> {
  const settings = checkSettings(readSettings)
  if (settings.verdict === 'fail') return [settings]
  const checks: DoctorCheck[] = [settings]
  let isOpen = false
  try {
    await withBase(async (base) => {
      isOpen = true
      checks.push(...(await checkInstall(base, options)))
    })
  } catch (error) {
    if (isOpen) throw error
    checks.push(openFailure(error))
  }
  return checks
}

function checkSettings(readSettings: () => unknown): DoctorCheck {
  try {
    readSettings()
    return ok('settings', 'All settings are valid.')
  } catch (error) {
    return fail(
      'settings',
      getMessage(error),
      'Correct the setting; docs/settings.md lists the valid values.',
    )
  }
}

const openFailure = (error: unknown): DoctorCheck =>
  fail(
    'database.connection',
    getMessage(error),
    'Check DATABASE_URL or, with the embedded database, DATA_DIR and its free space.',
  )

function formatChecks(checks: DoctorCheck[]): string[] {
  const width = Math.max(...checks.map(({ id }) => id.length))
  return checks.flatMap(({ id, verdict, message, action }) => [
    `${verdict.padEnd(4)}  ${id.padEnd(width)}  ${message}`,
    ...(action === null ? [] : [`${' '.repeat(width + 8)}${action}`]),
  ])
}
