/**
 * Some actions need a recent sign-in. When the server says so, `api()` asks the person to confirm who they are and repeats
 * the request. The dialog registers itself as the handler.
 */

/** Returns when the person has confirmed who they are. Throws if they cancel. */
type Reauthenticate = () => Promise<void>

let handler: Reauthenticate | null = null
let current: Promise<void> | null = null

/** Returns a function that removes the handler. */
export function handleReauthentication(reauthenticate: Reauthenticate): () => void {
  handler = reauthenticate
  return () => {
    handler = null
  }
}

/** Concurrent requests share one dialog. Throws `refusal` if no page can ask. */
export function reauthenticate(refusal: Error): Promise<void> {
  if (handler === null) return Promise.reject(refusal)
  current ??= handler().finally(() => {
    current = null
  })
  return current
}
