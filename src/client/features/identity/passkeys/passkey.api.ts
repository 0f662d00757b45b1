import { ask } from '#client/platform/http.ts'
import { makePasskey, signByPasskey } from '#client/platform/session/passkey.ts'
import {
  passkeyAdd,
  passkeyBegin,
  passkeyRemove,
  passkeySignIn,
  passkeySignInBegin,
  passkeysRead,
} from '#shared/identity/passkey.contract.ts'

export const readPasskeys = async () => (await ask(passkeysRead, {})).passkeys
export const removePasskey = (passkey: string) => ask(passkeyRemove, { passkey })

/** Makes a passkey on this device for the person who is signed in. @throws PasskeyCancelled, AppError */
export async function addPasskey(name: string): Promise<void> {
  const { ticket, options } = await ask(passkeyBegin, { host: location.hostname })
  await ask(passkeyAdd, { ticket, passkeyName: name, answer: await makePasskey(options) })
}

/** Signs in by a passkey of this device. @throws PasskeyCancelled, AppError */
export async function signInByPasskey() {
  const { ticket, options } = await ask(passkeySignInBegin, { host: location.hostname })
  return ask(passkeySignIn, { ticket, answer: await signByPasskey(options) })
}
