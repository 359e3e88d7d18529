/** Checks whether SECRET_KEY decrypts the stored secrets. */
import type { AppContext } from '../core/context.ts'
import { countSealedValues } from '../db/sealed-values.ts'
import { type DoctorCheck, fail, ok, warn } from './check.ts'

export async function checkSecrets(base: AppContext): Promise<DoctorCheck> {
  const id = 'secrets.key'
  const { current, old, unreadable } = await countSealedValues(base)
  const total = current + old + unreadable
  if (unreadable > 0)
    return fail(
      id,
      `${unreadable} of ${total} stored secrets were encrypted with an unknown SECRET_KEY.`,
      'Add the earlier key to SECRET_KEY_PREVIOUS, or enter secrets of channels, engine keys and client secrets again, and let people set up their authenticator apps again.',
    )
  if (old > 0)
    return warn(
      id,
      `${old} of ${total} stored secrets are encrypted with a key in SECRET_KEY_PREVIOUS.`,
      'Run `ansight rotate-key`, then remove SECRET_KEY_PREVIOUS.',
    )
  return ok(id, `All stored secrets (${total}) are encrypted with the current SECRET_KEY.`)
}
