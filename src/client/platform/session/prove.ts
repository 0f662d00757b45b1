import { obtainProof } from '#local/proof-of-work/solve-challenge.ts'
import { http } from '../http.ts'
import { wasPaired } from '../offline/canary.ts'
import { store } from '../store.ts'
import { schoolAtom, tenantAtom } from './school.atoms.ts'

let isAsked = false

/**
 * A token of the outside captcha, where one is configured; devices of the school are asked for none. Once a page: when its
 * provider does not answer, or the server does not believe it, what is to be sent must not wait for it again.
 */
async function outsideToken(): Promise<string | undefined> {
  const isWanted = store.get(schoolAtom)?.captchaSiteKey !== undefined && !wasPaired(store.get(tenantAtom).code)
  if (isAsked || !isWanted) return undefined
  isAsked = true
  try {
    const { askWidget } = await import('./outside-captcha.ts')
    return await askWidget()
  } catch {
    return undefined
  }
}

/** Proves that no robot hands in forms by the thousand: by the outside captcha, or by a solved challenge of the server. */
export const obtainProofToken = async (): Promise<string> => (await outsideToken()) ?? obtainProof(http)
