import type { CustomerId, UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/time.ts'
import type { FaceAttend, FaceBy, FaceDecide, FaceSource } from '#shared/recognition/face.contract.ts'
import type { FaceDeviceSettings } from '#shared/recognition/face-gallery.contract.ts'
import type { FaceMatch } from '#shared/recognition/face-match.rules.ts'
import type { SentFaces } from './sent-faces.ts'

/**
 * `off`: the school uses no faces · `waiting`: this device has not heard of them yet · `ready` · `expired`: without contact
 * for too long, so the faces are gone from this device, and card and PIN go on.
 */
export type FacesState = 'off' | 'waiting' | 'ready' | 'expired'

/** What somebody came to; the rest of `face.decide` is known here. */
export type DecisionInput = Pick<
  FaceDecide,
  'customerId' | 'mode' | 'outcome' | 'frames' | 'alive' | 'saleId' | 'override'
> & {
  /** The mean descriptor, raw; null where there was none. It is sealed before it is stored. */
  probe: Float32Array | null
  actorId: UserId | null
  /** Minted before; a second call with the same id changes nothing. */
  id?: string
}

export interface EnrolInput {
  customerId: CustomerId
  /** Three to five, raw; of portraits from one on. */
  templates: readonly Float32Array[]
  by: FaceBy
  source: FaceSource
  actorId: UserId | null
  /** One small JPEG; it leaves this device only where the school keeps pictures. */
  picture?: Uint8Array<ArrayBuffer>
  id?: string
}

export type PinOutcome = 'right' | 'wrong' | 'too-many' | 'none' | 'too-old'

/** The faces and PINs that this device may use. Nothing of it is ever on a screen, in a log or in an export. */
export interface Faces {
  /** Null until the server was heard. */
  readonly settings: FaceDeviceSettings | null
  readonly state: FacesState
  readonly galleryVersion: number
  /** How many people this device can recognise now. */
  readonly people: number
  enrolledAt(customerId: string): Instant | null
  /** True when the face is there and should be made anew. */
  isDue(customerId: string): boolean
  /** Somebody looks too much like this pupil: never found in a list, only confirmed. */
  isOneToOne(customerId: string): boolean
  /** Consent holds as far as this device knows. */
  mayEnrol(customerId: string): boolean
  /** Whether this pupil is the one; `person` is null when there is no face of theirs. */
  confirm(customerId: string, probe: Float32Array): FaceMatch
  /** Who of these it is. Whoever is only confirmed one to one still counts as the nearest other person. */
  among(customerIds: ReadonlySet<string>, probe: Float32Array): FaceMatch
  /** Resolves once it is saved. @throws AppError access.denied when consent does not hold; StorageFull, StorageBroken */
  enrol(input: EnrolInput): Promise<{ id: string }>
  /** Resolves once it is saved. @throws StorageFull, StorageBroken */
  decide(input: DecisionInput): Promise<{ decisionId: string }>
  attend(
    input: Pick<FaceAttend, 'kind' | 'list' | 'entries'> & { actorId: UserId; id?: string },
  ): Promise<{ id: string }>
  /** Whether this pupil has a PIN that can be checked here now. */
  hasPin(customerId: string): boolean
  /** Each try is counted durably before it is checked; after five wrong ones staff must help. */
  checkPin(customerId: string, pin: string): Promise<PinOutcome>
  /** Staff have seen who it is: the tries begin anew. */
  forgiveTries(customerId: string): Promise<void>
  /** What was registered here and is on its way. Reads the outbox, so for screens that show it. */
  followSent(): Promise<SentFaces>
  subscribe(listener: () => void): () => void
  close(): void
}
