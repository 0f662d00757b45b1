import type { Signature } from '#shared/consents/consent.contract.ts'
import { isReadableName } from '#shared/consents/consent.rules.ts'

/** What is typed and drawn so far. */
export interface Signing {
  signedBy: Signature['kind']
  name: string
  strokes: readonly number[][]
}

/** The signature, once it is one. */
export function signatureOf({ signedBy, name, strokes }: Signing): Signature | null {
  if (signedBy === 'drawn') return strokes.length > 0 ? { kind: 'drawn', strokes: [...strokes] } : null
  return name.trim().length >= 2 && isReadableName(name) ? { kind: 'typed', name: name.trim() } : null
}
