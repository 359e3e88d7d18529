import type { AppContext } from './context.ts'

/** One command of the command line. A thrown error's first line is what the person sees; the exit code is then 1. */
export type Command = {
  summary: string
  /** As `parseArgs` of node:util takes them, each with what it means. */
  options: Record<string, { type: 'string' | 'boolean'; about: string; isNeeded?: true }>
  /** How the arguments without a name are shown, e.g. `<file|->`; absent: there are none. */
  positionals?: string
  run(input: { values: Record<string, string | undefined>; positionals: string[] }): Promise<void>
}

/** Opens what a command works on, and closes it when the work has ended. */
export type WithApp = (work: (base: AppContext) => Promise<void>) => Promise<void>

/** The value of an option that is needed: asked for before a command begins, so that nobody waits to hear of it. */
export function requireOption(values: Record<string, string | undefined>, option: string): string {
  const value = values[option]
  if (value === undefined || value === '') throw new Error(`--${option} is needed; see --help.`)
  return value
}
