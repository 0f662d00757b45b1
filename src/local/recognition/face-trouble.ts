/** Reason face recognition is unavailable here and now; each leaves the other ways to pay. */
export type FaceTroubleKind =
  | 'no-camera'
  | 'camera-refused'
  | 'camera-taken'
  | 'camera-gone'
  | 'models-missing'
  | 'models-damaged'
  | 'backend'
  | 'stalled'
  | 'busy'

export class FaceTrouble extends Error {
  readonly kind: FaceTroubleKind

  constructor(kind: FaceTroubleKind, cause?: unknown) {
    super(`faces: ${kind}`, { cause })
    this.name = 'FaceTrouble'
    this.kind = kind
  }
}

export const troubleKindOf = (error: unknown): FaceTroubleKind | null =>
  error instanceof FaceTrouble ? error.kind : null
