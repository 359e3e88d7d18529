/** Checks the packages that an installation runs against the advisories of the registry, with `npm audit`. */
import { spawn } from 'node:child_process'
import { z } from 'zod'
import { parseJson } from '../src/core/json.ts'

export type AdvisoryCheck =
  | { outcome: 'clean' }
  | { outcome: 'found'; packages: string[] }
  /** The registry is unreachable or has no advisories. An offline check must not fail because of it. */
  | { outcome: 'unchecked'; reason: string }

const AuditReport = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
})
const AuditError = z.object({ message: z.string() })

const failingSeverities = ['high', 'critical']

/** `registry`: URL of the registry; default: the one that npm is configured with. */
export async function checkAdvisories(root: string, registry?: string): Promise<AdvisoryCheck> {
  return readAuditReport(await runAudit(root, registry === undefined ? [] : [`--registry=${registry}`]))
}

/** `output`: what `npm audit --json` wrote. */
export function readAuditReport(output: string): AdvisoryCheck {
  const parsed = parseJson(output)
  const report = AuditReport.safeParse(parsed)
  if (!report.success)
    return {
      outcome: 'unchecked',
      reason: AuditError.safeParse(parsed).data?.message ?? 'npm audit gave no report',
    }
  const packages = Object.entries(report.data.vulnerabilities)
    .filter(([, { severity }]) => failingSeverities.includes(severity))
    .map(([name, { severity, range }]) => `${name} ${range}: ${severity}`)
  return packages.length === 0 ? { outcome: 'clean' } : { outcome: 'found', packages }
}

/** npm exits with 1 both for a finding and for an unreachable registry, so the exit code says nothing. */
function runAudit(root: string, options: string[]): Promise<string> {
  const args = ['audit', '--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=10000', ...options]
  const cli = process.env.npm_execpath
  const child =
    cli === undefined
      ? spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
      : spawn(process.execPath, [cli, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
  const { promise, resolve } = Promise.withResolvers<string>()
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.on('error', () => resolve(''))
  child.on('close', () => resolve(Buffer.concat(chunks).toString()))
  return promise
}
