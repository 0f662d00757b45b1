import type { CustomerId } from '#shared/kernel/ids.ts'
import type { CustomerProof } from '#shared/pos/sale.contract.ts'
import type { Choosing, Proof, Scene, Visit, VisitEvent } from './visit.types.ts'

export const nobody: Visit = { scene: { at: 'attract' }, failures: 0 }

/** After so many a person has to come: it is no way to try out whose PIN fits. */
export const maxFailures = 3

/** What follows; an event that the scene does not know changes nothing, since it comes from a touch that was too late. */
export function stepVisit(visit: Visit, event: VisitEvent): Visit {
  if (event.type === 'left') return nobody
  const scene = sceneAfter(visit.scene, event)
  if (scene === visit.scene) return visit
  const failures = visit.failures + (isFailure(event) ? 1 : 0)
  if (isFailure(event) && failures >= maxFailures) return { scene: { at: 'staff', why: 'tries' }, failures }
  return { scene, failures }
}

const isFailure = ({ type }: VisitEvent): boolean =>
  type === 'unknown' || type === 'not-recognised' || type === 'pin-wrong' || type === 'not-me'

function sceneAfter(scene: Scene, event: VisitEvent): Scene {
  if (event.type === 'asked-staff' && scene.at !== 'staff') return { at: 'staff', why: 'asked', from: scene }
  switch (scene.at) {
    case 'attract':
    case 'done':
      return event.type === 'began' ? { at: 'who' } : named(scene, event)
    case 'who':
    case 'number':
    case 'class':
      return afterNaming(scene, event)
    case 'face':
      return afterFace(scene, event)
    case 'pin':
      return afterPin(scene, event)
    case 'confirm':
      if (event.type === 'confirmed') return { ...scene, at: 'choose' }
      return event.type === 'not-me' ? { at: 'who', problem: 'not-you' } : scene
    case 'choose':
      return afterChoosing(scene, event)
    case 'staff':
      return event.type === 'back' && scene.from ? scene.from : scene
    default:
      return scene
  }
}

/** A card is heard at any time before somebody is known. */
function named<S extends Scene>(scene: S, event: VisitEvent): Scene {
  if (event.type === 'unknown')
    return { at: event.problem === 'unknown-card' ? 'who' : 'number', problem: event.problem }
  if (event.type !== 'named') return scene
  const { customerId, knownBy } = event
  return event.face ? { at: 'choose', customerId, knownBy, proof: null } : { at: 'pin', customerId, knownBy }
}

function afterNaming(scene: Extract<Scene, { at: 'who' | 'number' | 'class' }>, event: VisitEvent): Scene {
  switch (event.type) {
    case 'wanted-number':
      return { at: 'number' }
    case 'wanted-class':
      return { at: 'class' }
    case 'chose-class':
      return { at: 'class', className: event.className }
    case 'wanted-face-of-class':
      return { at: 'face', className: event.className }
    case 'back':
      return scene.at === 'class' && scene.className !== undefined ? { at: 'class' } : { at: 'who' }
    default:
      return named(scene, event)
  }
}

function afterFace(scene: Extract<Scene, { at: 'face' }>, event: VisitEvent): Scene {
  switch (event.type) {
    case 'recognised':
      return {
        at: 'confirm',
        customerId: event.customerId,
        knownBy: 'class',
        proof: { kind: 'face', decisionId: event.decisionId, saleId: event.saleId },
      }
    case 'wanted-pin':
    case 'no-camera':
      return { at: 'number' }
    case 'unsure':
    case 'not-recognised':
    case 'not-seen':
      return { at: 'number', problem: event.type }
    case 'back':
      return { at: 'who' }
    default:
      return scene
  }
}

function afterChoosing(scene: Choosing, event: VisitEvent): Scene {
  const { customerId, knownBy } = scene
  if (event.type === 'needs-pin' || event.type === 'wanted-pin')
    // More than a face alone may move is said; who has shown none knows why.
    return { at: 'pin', customerId, knownBy, ...(scene.proof && { problem: 'pin-first' }), resumes: scene }
  if (scene.proof) return event.type === 'paid' ? { at: 'done', saleId: event.saleId } : scene
  switch (event.type) {
    case 'recognised':
      // A face can confirm the person who was expected, and nobody else.
      if (customerId !== event.customerId) return { ...scene, faceEnd: 'not-recognised' }
      return { at: 'choose', customerId, knownBy, proof: { kind: 'face', ...proofIn(event) } }
    case 'unsure':
    case 'not-recognised':
    case 'not-seen':
    case 'no-camera':
      return scene.faceEnd ? scene : { ...scene, faceEnd: event.type }
    case 'look-again':
      return { at: 'choose', customerId, knownBy, proof: null }
    case 'back':
      return { at: 'who' }
    default:
      return scene
  }
}

const proofIn = ({ decisionId, saleId }: { decisionId: string; saleId: string }) => ({ decisionId, saleId })

function afterPin(scene: Extract<Scene, { at: 'pin' }>, event: VisitEvent): Scene {
  switch (event.type) {
    case 'pin-right': {
      const { customerId, knownBy } = scene
      return { at: scene.resumes ? 'choose' : 'confirm', customerId, knownBy, proof: { kind: 'pin' } }
    }
    case 'pin-wrong':
      return { ...scene, problem: 'wrong-pin' }
    case 'pin-impossible':
      return { at: 'staff', why: event.why }
    case 'back':
      return scene.resumes ?? { at: 'who' }
    default:
      return scene
  }
}

/** Whose visit it is, in whatever scene; null while nobody is named. */
export function customerOf(scene: Scene): CustomerId | null {
  if (scene.at === 'staff') return scene.from ? customerOf(scene.from) : null
  return 'customerId' in scene ? scene.customerId : null
}

/** What the sale is to say of how it is known who paid. */
export const customerProofOf = (proof: Proof): CustomerProof => proof.kind
