import type { FaceTroubleKind } from '#local/recognition/face-trouble.ts'
import type { Look, Want } from '#shared/recognition/face-look.types.ts'

/** `tiny`: quick, for one person before a camera. `ssd`: for registrations and groups. `tiles`: looks harder. */
export type Detector = 'tiny' | 'ssd' | 'tiles'

export interface Ask {
  readonly want: Want
  readonly detector: Detector
  readonly most: number
}

export interface EngineMemory {
  readonly tensors: number
  readonly bytes: number
}

export type ToWorker =
  | { kind: 'look'; id: number; bitmap: ImageBitmap; ask: Ask }
  | { kind: 'leave'; id: number }
  | { kind: 'memory'; id: number }

export type FromWorker =
  | { kind: 'ready' }
  /** A model is being fetched, which on a slow line takes its time. */
  | { kind: 'loading' }
  /** Nothing but a sign of life. */
  | { kind: 'working' }
  | { kind: 'face'; id: number; done: number; of: number }
  | { kind: 'seen'; id: number; look: Look }
  | { kind: 'memory'; id: number; memory: EngineMemory }
  /** Without an id: the engine cannot be started at all. */
  | { kind: 'trouble'; id: number | null; trouble: FaceTroubleKind | null; text: string }
