import type { Command } from '../core/command.ts'
import { printLine } from '../core/terminal.ts'
import { readSeal } from './seal/read-seal.ts'
import { type SealVerification, verifySeal } from './seal/verify-seal.ts'

/** Commands that need no database. */
export const verifyCommands: Record<string, Command> = {
  verify: {
    summary:
      'Verify a sealed report: signature, files, answers and numbers. Needs no database and no network.',
    options: {
      key: { type: 'string', description: 'Accept only the signature of the key with this fingerprint.' },
    },
    positionals: '<file>',
    run: async ({ values, positionals: [file, another] }) => {
      if (file === undefined || another !== undefined) throw new Error('Provide one sealed report.')
      const trustedKey = values.key ?? null
      const result = await verifySeal(readSeal(file), trustedKey)
      for (const line of describe(result, trustedKey)) printLine(line)
      if (result.problemCount > 0) throw new Error(`${file} is not valid: ${countProblems(result)}.`)
    },
  },
}

/** The verdict comes first, because the rest contains text of the report. */
function describe(result: SealVerification, trustedKey: string | null): string[] {
  const { problems, problemCount, fingerprint, snapshot, files, answers, numbers } = result
  const shown = numbers.map((number) => ({ ...number, label: `${shorten(number.of)}: ${number.name}` }))
  const width = Math.max(0, ...shown.map(({ label }) => label.length))
  return [
    problemCount === 0
      ? `VALID: the signature, ${files} files and ${numbers.length} numbers.`
      : `NOT VALID: ${countProblems(result)}.`,
    ...(trustedKey === null && fingerprint !== null ? [unknownSigner] : []),
    ...problems.map((problem) => `Problem: ${problem}`),
    ...(problemCount > problems.length ? [`Further problems: ${problemCount - problems.length}.`] : []),
    fingerprint === null ? 'Signature: not valid.' : `Signature: valid, by key ${fingerprint}.`,
    ...(snapshot
      ? [
          `Report on ${snapshot.brands.map(({ name }) => shorten(name)).join(', ')}, ${snapshot.period.date_from} to ${snapshot.period.date_to}, by ${shorten(snapshot.prepared_by)}.`,
        ]
      : []),
    `Answers: ${answers.parsed} parsed again, ${answers.withoutText} without text, ${answers.givenSentiments} with a sentiment that cannot be parsed.`,
    ...shown.map(
      ({ label, stated, recomputed }) =>
        `${label.padEnd(width)}  ${show(stated)}  ${show(recomputed)}  ${stated === recomputed ? 'equal' : 'DIFFERENT'}`,
    ),
  ]
}

const unknownSigner =
  'WARNING: without --key, this does not show who made the report. Anyone can sign one with another key: compare the fingerprint with the one that the installation publishes.'

const countProblems = ({ problemCount }: SealVerification) =>
  `${problemCount} ${problemCount === 1 ? 'problem' : 'problems'}`

const maxNameLength = 100
const shorten = (name: string) => (name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength)}…`)

const show = (value: number | null): string => String(value ?? '-').padStart(10)
