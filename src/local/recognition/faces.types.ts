import type { CustomerId, UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/time.ts'
import type { FaceAttend, FaceBy, FaceDecide, FaceSource } from '#shared/recognition/face.contract.ts'
import type { FaceDeviceSettings } from '#shared/recognition/face-gallery.contract.ts'
import type { FaceMatch } from '#shared/recognition/face-match.rules.ts'
import type { SentFaces } from './sent-faces.ts'

/**
 * `off`: the school uses no faces · `waiting`: not received on this device yet · `ready` · `expired`: without contact for too
 * long, so the faces were deleted here, and card and PIN still work.
 */
export type FacesState = 'off' | 'waiting' | 'ready' | 'expired'

/** Decision entered by a person; the rest of `face.decide` is known here. */
export type DecisionInput = Pick<
  FaceDecide,
  'customerId' | 'mode' | 'outcome' | 'frames' | 'alive' | 'saleId' | 'override'
> & {
  /** Raw mean descriptor; null where there was none. It is sealed before it is stored. */
  probe: Float32Array | null
  actorId: UserId | null
  /** Id minted beforehand; a second call with the same id changes nothing. */
  id?: string
}

export interface EnrolInput {
  customerId: CustomerId
  /** Raw templates, three to five; from portraits at least one. */
  templates: readonly Float32Array[]
  by: FaceBy
  source: FaceSource
  actorId: UserId | null
  /** One small JPEG; it leaves this device only where the school keeps pictures. */
  picture?: Uint8Array<ArrayBuffer>
  id?: string
}

export type PinOutcome = 'right' | 'wrong' | 'too-many' | 'none' | 'too-old'

/** Faces and PINs that this device may use. None of it is ever on a screen, in a log or in an export. */
export interface Faces {
  /** Null until the server first answered. */
  readonly settings: FaceDeviceSettings | null
  readonly state: FacesState
  readonly galleryVersion: number
  /** Number of people this device can recognise now. */
  readonly people: number
  enrolledAt(customerId: string): Instant | null
  /** True when a face exists and renewal is due. */
  isDue(customerId: string): boolean
  /** Returns whether someone looks too much like this pupil: then never found in a list, only confirmed. */
  isOneToOne(customerId: string): boolean
  /** Returns whether consent holds as far as this device knows. */
  mayEnrol(customerId: string): boolean
  /** Confirms this pupil; `person` is null when there is no face of theirs. */
  confirm(customerId: string, probe: Float32Array): FaceMatch
  /** Identifies one of these. People who are only confirmed one to one still count as the nearest other person. */
  among(customerIds: ReadonlySet<string>, probe: Float32Array): FaceMatch
  /** Resolves once it is saved. @throws AppError access.denied when consent does not hold; StorageFull, StorageBroken */
  enrol(input: EnrolInput): Promise<{ id: string }>
  /** Resolves once it is saved. @throws StorageFull, StorageBroken */
  decide(input: DecisionInput): Promise<{ decisionId: string }>
  attend(
    input: Pick<FaceAttend, 'kind' | 'list' | 'entries'> & { actorId: UserId; id?: string },
  ): Promise<{ id: string }>
  /** Returns whether this pupil has a PIN that can be checked here now. */
  hasPin(customerId: string): boolean
  /** Checks a PIN. Each try is counted durably first; after five wrong ones staff must help. */
  checkPin(customerId: string, pin: string): Promise<PinOutcome>
  /** Resets the tries after staff have verified the identity. */
  forgiveTries(customerId: string): Promise<void>
  /** Follows registrations made here and not yet confirmed. Reads the outbox, so only for screens that show it. */
  followSent(): Promise<SentFaces>
  subscribe(listener: () => void): () => void
  close(): void
}
