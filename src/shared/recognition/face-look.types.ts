import type { MeasuredFace } from './face-quality.rules.ts'

export interface SeenFace extends MeasuredFace {
  /** Only when it was asked for; raw, as the pipeline makes it. */
  readonly descriptor: Float32Array | null
}

export interface Look {
  readonly width: number
  readonly height: number
  /** The largest first. Beyond the number asked for only box and score are told. */
  readonly faces: readonly SeenFace[]
}

/** `track`: where faces are, and how the largest holds its head. `measure`: its light and sharpness too. `describe`: who. */
export type Want = 'track' | 'measure' | 'describe'
