import type { Command } from '../core/command.ts'
import { readSeal } from './seal/read-seal.ts'
import { type Verification, verifySeal } from './seal/verify-seal.ts'

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
      const result = verifySeal(await readSeal(file), values.key ?? null)
      process.stdout.write(`${describe(result).join('\n')}\n`)
      const { length } = result.problems
      if (length > 0)
        throw new Error(`${file} is not valid: ${length} ${length === 1 ? 'problem' : 'problems'}.`)
    },
  },
}

function describe({ problems, fingerprint, snapshot, files, answers, numbers }: Verification): string[] {
  const width = Math.max(0, ...numbers.map(({ of, name }) => of.length + name.length + 2))
  return [
    ...(snapshot
      ? [
          `Report on ${snapshot.brands.map(({ name }) => name).join(', ')}, ${snapshot.period.date_from} to ${snapshot.period.date_to}, by ${snapshot.prepared_by}.`,
        ]
      : []),
    `Files: ${files}.`,
    fingerprint === null ? 'Signature: not valid.' : `Signature: valid, by key ${fingerprint}.`,
    `Answers: ${answers.parsed} parsed again, ${answers.withoutText} without text, ${answers.givenSentiments} with a sentiment that cannot be parsed.`,
    ...numbers.map(
      ({ of, name, stated, recomputed }) =>
        `${`${of}: ${name}`.padEnd(width)}  ${show(stated)}  ${show(recomputed)}  ${stated === recomputed ? 'equal' : 'DIFFERENT'}`,
    ),
    ...problems.map((problem) => `Problem: ${problem}`),
    ...(problems.length === 0 ? [`All ${numbers.length} numbers are equal.`] : []),
  ]
}

const show = (value: number | null): string => String(value ?? '-').padStart(10)
