// chunk: other-ways
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { MadePasskey, UsedPasskey } from '#shared/identity/passkey.contract.ts'

/** The person has closed the browser's question, or has no passkey for this page. */
export class PasskeyCancelled extends Error {
  override name = 'PasskeyCancelled'
}

type Options = Record<string, unknown>

/** Whether this browser has passkeys at all, and this page may ask for them. */
export const canUsePasskeys = (): boolean => isSecureContext && 'PublicKeyCredential' in globalThis

/** Asks the browser to make a passkey. @throws PasskeyCancelled */
export async function makePasskey(options: Options): Promise<MadePasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  // The server has made them by the same library.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { id, rawId, response } = await startRegistration({ optionsJSON }).catch(cancelled)
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    clientExtensionResults: {},
  }
}

/** Asks the browser to sign by one of its passkeys for this page. @throws PasskeyCancelled */
export async function signByPasskey(options: Options): Promise<UsedPasskey> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const { id, rawId, response } = await startAuthentication({ optionsJSON }).catch(cancelled)
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) },
    clientExtensionResults: {},
  }
}

function cancelled(cause: unknown): never {
  throw new PasskeyCancelled('no passkey was used', { cause })
}
