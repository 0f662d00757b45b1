/**
 * How a descriptor came to be: model, cut of the face, number of landmark passes, mirrored mean. Distances between two
 * pipelines mean nothing, so every template carries the one it was made with.
 */
export const facePipeline = 'dlib-resnet-v1/chip-2pass-mirror/1'

export const templateLength = 128

/**
 * Descriptors are kept raw: every band was measured on raw ones, whose length is about 1.45. A mean of frames is a little
 * shorter. What lies outside was not made by this pipeline.
 */
export const templateNorms = { least: 1.1, most: 1.75 } as const

export type TemplateFault = 'length' | 'not-finite' | 'norm'

/** Why these numbers are no template of this pipeline; null when they may be one. */
export function templateFault(values: ArrayLike<number>): TemplateFault | null {
  if (values.length !== templateLength) return 'length'
  let square = 0
  for (let at = 0; at < templateLength; at += 1) {
    const value = values[at] ?? Number.NaN
    if (!Number.isFinite(value)) return 'not-finite'
    square += value * value
  }
  const norm = Math.sqrt(square)
  return norm < templateNorms.least || norm > templateNorms.most ? 'norm' : null
}

/** Euclidean; NaN when the two are not of one length. */
export function templateDistance(one: ArrayLike<number>, other: ArrayLike<number>): number {
  if (one.length !== other.length) return Number.NaN
  let square = 0
  for (let at = 0; at < one.length; at += 1) {
    const apart = (one[at] ?? Number.NaN) - (other[at] ?? Number.NaN)
    square += apart * apart
  }
  return Math.sqrt(square)
}

/** The descriptor that several frames of one face agree on: less noise than any of them alone. */
export function meanTemplate(templates: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(templateLength)
  for (let at = 0; at < templateLength; at += 1) {
    let sum = 0
    for (const template of templates) sum += template[at] ?? Number.NaN
    mean[at] = sum / templates.length
  }
  return mean
}
