import type { CustomerId } from '#shared/kernel/ids.ts'
import type { CustomerProof } from '#shared/pos/sale.contract.ts'

/** How somebody said who they are, before anything has confirmed it. */
export type KnownBy = 'card' | 'number' | 'name' | 'class'

/** What confirmed it. The decision about a face is one for one sale: by it the server knows which it was made for. */
export type Proof = { kind: 'pin' } | { kind: 'face'; decisionId: string; saleId: string }

/** Why a person of the staff has to come. */
export type StaffReason = 'tries' | 'pin-locked' | 'no-pin' | 'contact'

/** What a wrong answer is told as; the next touch takes it away. */
export type Problem =
  | 'unknown-card'
  | 'unknown-number'
  | 'not-you'
  | 'wrong-pin'
  | 'not-recognised'
  | 'not-seen'
  | 'unsure'
  | 'pin-first'

/** What the tablet shows. Nothing of it is an address: Back leads out of nobody's visit into another's. */
export type Scene =
  | { at: 'attract' }
  | { at: 'who'; problem?: Problem }
  | { at: 'number'; problem?: Problem }
  | { at: 'class'; className?: string; problem?: Problem }
  | { at: 'face'; claim: Claim }
  /** `resumes`: the basket is full already, and only the PIN is missing. */
  | { at: 'pin'; customerId: CustomerId; knownBy: KnownBy; problem?: Problem; resumes?: true }
  | { at: 'confirm'; customerId: CustomerId; knownBy: KnownBy; proof: Proof }
  | { at: 'choose'; customerId: CustomerId; knownBy: KnownBy; proof: Proof }
  | { at: 'done'; saleId: string }
  | { at: 'staff'; why: StaffReason }

/** Whose face is expected: one person's, or that of somebody in a class. */
export type Claim = { one: CustomerId; knownBy: KnownBy } | { one: null; className: string; knownBy: 'class' }

export interface Visit {
  readonly scene: Scene
  /** Wrong cards, numbers, PINs and faces since somebody came up. */
  readonly failures: number
}

export const nobody: Visit = { scene: { at: 'attract' }, failures: 0 }

/** After so many a person has to come: it is no way to try out whose PIN fits. */
export const maxFailures = 3

export type VisitEvent =
  | { type: 'began' }
  | { type: 'left' }
  | { type: 'wanted-number' }
  | { type: 'wanted-class' }
  | { type: 'chose-class'; className: string }
  | { type: 'back' }
  /** Somebody said who they are. `face`: this person's face can be asked for here and now. */
  | { type: 'named'; customerId: CustomerId; knownBy: KnownBy; face: boolean }
  | { type: 'unknown'; problem: 'unknown-card' | 'unknown-number' }
  | { type: 'wanted-face-of-class'; className: string }
  | { type: 'wanted-pin' }
  /** The face was recognised and alive. */
  | { type: 'recognised'; customerId: CustomerId; decisionId: string; saleId: string }
  /** It may be them: the PIN decides. In a class nobody is named then. */
  | { type: 'unsure' }
  | { type: 'not-recognised' }
  /** There was no one good face to look at, so nothing was tried. */
  | { type: 'not-seen' }
  | { type: 'no-camera' }
  | { type: 'pin-right' }
  | { type: 'pin-wrong' }
  | { type: 'pin-impossible'; why: 'pin-locked' | 'no-pin' | 'contact' }
  | { type: 'not-me' }
  | { type: 'confirmed' }
  /** More than a face alone may move. */
  | { type: 'needs-pin' }
  | { type: 'paid'; saleId: string }

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
      if (event.type === 'paid') return { at: 'done', saleId: event.saleId }
      if (event.type !== 'needs-pin') return scene
      return { at: 'pin', customerId: scene.customerId, knownBy: scene.knownBy, problem: 'pin-first', resumes: true }
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
  return event.face ? { at: 'face', claim: { one: customerId, knownBy } } : { at: 'pin', customerId, knownBy }
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
      return { at: 'face', claim: { one: null, className: event.className, knownBy: 'class' } }
    case 'back':
      return scene.at === 'class' && scene.className !== undefined ? { at: 'class' } : { at: 'who' }
    default:
      return named(scene, event)
  }
}

function afterFace(scene: Extract<Scene, { at: 'face' }>, event: VisitEvent): Scene {
  const { claim } = scene
  switch (event.type) {
    case 'recognised':
      // A face can confirm the person who was expected, and nobody else.
      if (claim.one !== null && claim.one !== event.customerId) return withoutFace(claim, 'not-recognised')
      return {
        at: 'confirm',
        customerId: event.customerId,
        knownBy: claim.knownBy,
        proof: { kind: 'face', decisionId: event.decisionId, saleId: event.saleId },
      }
    case 'wanted-pin':
    case 'no-camera':
      return withoutFace(claim)
    case 'unsure':
    case 'not-recognised':
    case 'not-seen':
      return withoutFace(claim, event.type)
    case 'back':
      return { at: 'who' }
    default:
      return scene
  }
}

/** The other way to pay is always there: the PIN of who was named, or the number where nobody was. */
const withoutFace = (claim: Claim, problem?: Problem): Scene => {
  const told = problem ? { problem } : {}
  return claim.one === null
    ? { at: 'number', ...told }
    : { at: 'pin', customerId: claim.one, knownBy: claim.knownBy, ...told }
}

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
      return { at: 'who' }
    default:
      return scene
  }
}

/** What the sale is to say of how it is known who paid. */
export const customerProofOf = (proof: Proof): CustomerProof => proof.kind
