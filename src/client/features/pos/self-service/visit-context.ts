import { createContext, type ReactNode, useContext } from 'react'
import type { Faces } from '#local/recognition/faces.types.ts'
import type { Customer } from '#shared/pos/customer.contract.ts'
import type { VisitEvent } from './visit.types.ts'

/** What every scene of a visit can do. */
export interface VisitTools {
  send(event: VisitEvent): void
  /** Null where the school uses no faces and this tablet knows no PINs. */
  faces: Faces | null
  /** The school's mark, and the switch of the language. */
  mark: ReactNode
  language: ReactNode
}

export const VisitContext = createContext<VisitTools | null>(null)

export function useVisit(): VisitTools {
  const tools = useContext(VisitContext)
  if (!tools) throw new Error('outside of a visit')
  return tools
}

/** Whether this pupil's face can be asked for here and now. */
export const canShowFace = (faces: Faces | null, customerId: string): boolean =>
  faces?.state === 'ready' && faces.enrolledAt(customerId) !== null

/** Somebody said who they are: the scene that confirms it follows. */
export const namedAs = (
  faces: Faces | null,
  customer: Customer | undefined,
  knownBy: 'card' | 'number' | 'name',
): VisitEvent =>
  customer
    ? { type: 'named', customerId: customer.id, knownBy, face: canShowFace(faces, customer.id) }
    : { type: 'unknown', problem: knownBy === 'card' ? 'unknown-card' : 'unknown-number' }
