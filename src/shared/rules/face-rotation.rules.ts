import { sha256 } from '@noble/hashes/sha2.js'
import { templateLength } from './face-template.rules.ts'

/**
 * A school's secret turn of all templates: distances stay as they are, yet a template that leaked fits no other school's
 * and, once the seed is changed, none of its own. Row after row, 128 × 128. Made with + − × ÷ √ alone, whose every bit is
 * the same on every machine.
 */
export function rotationFromSeed(seed: Uint8Array): Float32Array {
  if (seed.length !== 32) throw new RangeError('The seed of a rotation has 32 bytes.')
  const rows = randomRows(seed)
  rows.forEach((row, index) => {
    // Twice is enough: what rounding leaves of the other rows after the first time is gone after the second.
    for (const _ of [1, 2]) for (const earlier of rows.slice(0, index)) takeAway(row, earlier)
    const length = Math.sqrt(dot(row, row))
    row.forEach((value, at) => {
      row[at] = value / length
    })
  })
  const rotation = new Float32Array(templateLength * templateLength)
  rows.forEach((row, index) => rotation.set(row, index * templateLength))
  return rotation
}

export function rotateTemplate(rotation: Float32Array, template: Float32Array): Float32Array {
  if (rotation.length !== templateLength ** 2 || template.length !== templateLength) {
    throw new RangeError(`A rotation turns templates of ${templateLength} numbers.`)
  }
  const turned = new Float32Array(templateLength)
  for (let row = 0; row < templateLength; row += 1) {
    let sum = 0
    for (let at = 0; at < templateLength; at += 1) {
      sum += (rotation[row * templateLength + at] ?? 0) * (template[at] ?? 0)
    }
    turned[row] = sum
  }
  return turned
}

/** Four even numbers added up are nearly normal, so that no direction is likelier than another. */
function randomRows(seed: Uint8Array): Float64Array[] {
  const block = new Uint8Array(36)
  block.set(seed)
  const counter = new DataView(block.buffer)
  return Array.from({ length: templateLength }, (_, row) => {
    const values = new Float64Array(templateLength)
    for (let at = 0; at < templateLength; at += 4) {
      counter.setUint32(32, row * templateLength + at)
      const random = new DataView(sha256(block).buffer)
      for (let n = 0; n < 4; n += 1) values[at + n] = evenSum(random, n * 8)
    }
    return values
  })
}

const evenSum = (random: DataView, at: number): number =>
  [0, 2, 4, 6].reduce((sum, step) => sum + random.getUint16(at + step) - 0x7fff - 0.5, 0) / 0x8000

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

function takeAway(row: Float64Array, earlier: Float64Array): void {
  const share = dot(row, earlier)
  for (let at = 0; at < row.length; at += 1) row[at] = (row[at] ?? 0) - share * (earlier[at] ?? 0)
}
