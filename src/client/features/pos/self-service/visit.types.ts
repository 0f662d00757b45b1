import type { CustomerId } from '#shared/kernel/ids.ts'

/** How somebody said who they are, before anything has confirmed it. */
export type KnownBy = 'card' | 'number' | 'name' | 'class'

/** What confirmed it. The decision about a face is one for one sale: by it the server knows which it was made for. */
export type Proof = { kind: 'pin' } | { kind: 'face'; decisionId: string; saleId: string }

/** Why a person of the staff has to come. */
export type StaffReason = 'tries' | 'pin-locked' | 'no-pin' | 'contact' | 'asked'

/** What became of the look into the camera while food was being chosen; the PIN goes on from there. */
export type FaceEnd = 'not-recognised' | 'not-seen' | 'unsure' | 'no-camera'

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
  /** Somebody of a class: nobody can choose yet, for nobody is named. */
  | { at: 'face'; className: string }
  /** `resumes`: food is being chosen already, and only the PIN is missing. */
  | { at: 'pin'; customerId: CustomerId; knownBy: KnownBy; problem?: Problem; resumes?: Choosing }
  | { at: 'confirm'; customerId: CustomerId; knownBy: KnownBy; proof: Proof }
  | Choosing
  | { at: 'done'; saleId: string }
  | { at: 'staff'; why: StaffReason; from?: Scene }

/**
 * Food is chosen. Without a proof this person's face is looked for meanwhile, until it was found or `faceEnd` says how it ended;
 * nothing is paid before, and nothing of the account is shown.
 */
export interface Choosing {
  at: 'choose'
  customerId: CustomerId
  knownBy: KnownBy
  proof: Proof | null
  faceEnd?: FaceEnd
}

/** Whose face is expected: one person's, or that of somebody in a class. */
export type Claim = { one: CustomerId; knownBy: KnownBy } | { one: null; className: string; knownBy: 'class' }

export interface Visit {
  readonly scene: Scene
  /** Wrong cards, numbers, PINs and faces since somebody came up. */
  readonly failures: number
}

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
  | { type: 'look-again' }
  | { type: 'asked-staff' }
  | { type: 'paid'; saleId: string }
