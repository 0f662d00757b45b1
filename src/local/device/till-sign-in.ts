import { refusalOf } from '#local/kernel/http.ts'
import { parseJson } from '#local/kernel/json.ts'
import { type Credentials, loginPos, type SignedIn } from '#shared/identity/auth.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { openSignedSend, type SignedSendParts } from './signed-send.ts'

/**
 * Signs a person in by password, with the till's own signature on the call.
 * @throws AppError with the server's messageId; L000 when the answer had no readable body or never came.
 */
export async function signInFromTill(parts: SignedSendParts, credentials: Credentials): Promise<SignedIn> {
  const { deviceId } = parts.identity
  const send = openSignedSend(parts)
  const answer = await send(loginPos.path, { ...credentials, deviceId }).catch((cause: unknown) => {
    throw new AppError('L000', { cause })
  })
  const body = parseJson(answer.text)
  if (answer.status !== 200) throw refusalOf(body)
  const signedIn = loginPos.reply.safeParse(body)
  if (!signedIn.success) throw new AppError('L000', { cause: signedIn.error })
  return signedIn.data
}
