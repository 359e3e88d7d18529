/** Passkeys of this browser. The library is loaded when one is used. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'

type Purpose = 'sign_in' | 'second_factor' | 'reauthentication'
type CredentialJson = Record<string, unknown>

const loadWebAuthn = () => import('@simplewebauthn/browser')

/** Lets the person use a passkey. Throws an error to show when none was used. */
export async function requestPasskey(purpose: Purpose): Promise<CredentialJson> {
  const { options } = await api('POST /api/auth/passkey-options', { body: { for: purpose } })
  const { startAuthentication } = await loadWebAuthn()
  return { ...(await startAuthentication({ optionsJSON: asRequest(options) }).catch(explain)) }
}

/** Lets the person create a passkey. Throws an error to show when none was created. */
export async function createPasskey(): Promise<CredentialJson> {
  const { options } = await api('POST /api/auth/passkeys/options')
  const { startRegistration } = await loadWebAuthn()
  return { ...(await startRegistration({ optionsJSON: asCreation(options) }).catch(explain)) }
}

/** Browsers give the same error for a person who cancels, for a timeout and for a device without a passkey. */
function explain(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') throw new Error(t('accounts.passkey.exists'))
  if (name === 'SecurityError') throw new Error(t('accounts.passkey.otherHost'))
  throw new Error(t('accounts.passkey.notUsed'))
}

/** The server creates the options with the same library. */
const asRequest = (options: CredentialJson) => options as unknown as PublicKeyCredentialRequestOptionsJSON
const asCreation = (options: CredentialJson) => options as unknown as PublicKeyCredentialCreationOptionsJSON
