import { Readable } from 'node:stream'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

/** No given key opens the copy. */
export class WrongKeyError extends Error {
  override name = 'WrongKeyError'
}

/** Key pair of `age`: the recipient is public, the identity opens what is encrypted for it. */
export interface KeyPair {
  identity: string
  recipient: string
}

/** Creates a key pair. */
export async function createKeyPair(): Promise<KeyPair> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Returns whether a text is a recipient that can be encrypted for. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

const webStream = (chunks: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(chunks, { objectMode: true })) as unknown as ReadableStream<Uint8Array>

const chunksOf = (stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> => Readable.fromWeb(stream)

/** Encrypts a stream in the format of `age`, for these recipients. */
export async function* encrypt(
  chunks: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  yield* chunksOf(await encrypter.encrypt(webStream(chunks)))
}

/**
 * Decrypts a stream of `age`. Each piece that is given out has been authenticated; the end too, so that nothing is missing.
 * @throws WrongKeyError; Error when bytes were changed or are missing
 */
export async function* decrypt(
  chunks: AsyncIterable<Uint8Array>,
  identities: readonly string[],
): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  yield* chunksOf(await open(decrypter, webStream(chunks)))
}

async function open(decrypter: Decrypter, stream: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  try {
    return await decrypter.decrypt(stream)
  } catch (error) {
    const isForOthers = error instanceof Error && /no identity matched/i.test(error.message)
    throw isForOthers ? new WrongKeyError('no key opens the copy', { cause: error }) : error
  }
}
