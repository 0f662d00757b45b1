import { solveChallenge as solveByTrying } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { call, type Http } from '#local/kernel/http.ts'
import { askChallenge, type Challenge, type SolvedChallenge } from '#shared/identity/bot-protection.contract.ts'

export interface SolveOptions {
  signal?: AbortSignal
  /** From 0 to 1, now and then; the answer may lie anywhere, so it seldom gets to 1. */
  onProgress?: (share: number) => void
}

const tellEvery = 20

/**
 * The answer to a challenge, ready to be sent as `proof`. Each try is computed by the browser beside this thread, so that
 * a page goes on answering; in a worker it runs just the same. @throws what the signal was aborted with
 */
export async function solveChallenge(challenge: Challenge, { signal, onProgress }: SolveOptions = {}): Promise<string> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = () => controller.abort()
  signal?.addEventListener('abort', abort, { once: true })
  let tries = 0
  try {
    const solution = await solveByTrying({
      challenge,
      controller,
      timeout: 0,
      deriveKey: (parameters, salt, password) => {
        tries += 1
        if (tries % tellEvery === 0) onProgress?.(Math.min(1, tries / challenge.parameters.data.below))
        return deriveKey(parameters, salt, password)
      },
    })
    signal?.throwIfAborted()
    if (!solution) throw new Error('a challenge without an answer')
    const { counter, derivedKey } = solution
    return JSON.stringify({ challenge, solution: { counter, derivedKey } } satisfies SolvedChallenge)
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

/** Asks for a challenge and solves it. Needs the network; whatever was filled in offline pays when it is sent. */
export async function obtainProof(http: Http, options: SolveOptions = {}): Promise<string> {
  const { challenge } = await call(http, askChallenge, {})
  return solveChallenge(challenge, options)
}
