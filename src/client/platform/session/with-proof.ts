// chunk: calls
import { messageIdOf } from '../refused.ts'

/** Makes a call, and again with a solved challenge where the server asks for one: too many others have tried. */
export async function withProof<T>(call: (paid: { proof?: string }) => Promise<T>): Promise<T> {
  try {
    return await call({})
  } catch (error) {
    if (messageIdOf(error) !== 'robots.proof-needed') throw error
    const { obtainProofToken } = await import('./prove.ts')
    return call({ proof: await obtainProofToken() })
  }
}
