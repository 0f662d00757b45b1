export const pipelines = ['library crop', 'aligned, two passes, mirrored'] as const

export interface PipelineDistances {
  enrolled: number
  probes: number
  /** Views in which no face was found. */
  missed: number
  rankOne: number
  genuine: number[]
  /** Between different people as they were enrolled. */
  impostor: number[]
}
