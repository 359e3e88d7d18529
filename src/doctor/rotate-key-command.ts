import type { Command, WithApp } from '../core/command.ts'
import { countSealedValues, reencryptSecrets } from '../db/sealed-values.ts'

/** Creates the command that completes a change of SECRET_KEY. */
export const rotateKeyCommands = (withBase: WithApp): Record<string, Command> => ({
  'rotate-key': {
    summary: 'Encrypt stored secrets with the current SECRET_KEY instead of a previous one.',
    options: {},
    run: () =>
      withBase(async (base) => {
        const { reencrypted, damaged } = await reencryptSecrets(base)
        const { current, unreadable } = await countSealedValues(base)
        process.stdout.write(
          `Encrypted ${reencrypted} stored secrets again; ${current} now use the current SECRET_KEY.\n`,
        )
        if (damaged > 0) throw new Error(`${damaged} stored secrets are damaged. Enter them again.`)
        if (unreadable > 0)
          throw new Error(
            `${unreadable} stored secrets were encrypted with an unknown key. Add it to SECRET_KEY_PREVIOUS, or enter them again.`,
          )
      }),
  },
})
