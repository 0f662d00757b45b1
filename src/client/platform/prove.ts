import { obtainProof } from '#local/proof/solve-challenge.ts'
import { http } from './http.ts'

/** Solves a challenge of the server, so that no robot hands in forms by the thousand. */
export const prove = (): Promise<string> => obtainProof(http)
