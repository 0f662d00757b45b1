import { sha256 } from '@noble/hashes/sha2.js'
import { templateLength } from './face-template.rules.ts'

/**
 * A school's secret turn of all templates: distances stay as they are, yet a template that leaked fits no other school's
 * and, once the seed is changed, none of its own. Row after row, 128 × 128. Made with + − × ÷ √ alone, whose every bit is
 * the same on every machine.
 */
export function rotationFromSeed(seed: Uint8Array): Float32Array {
  const making = makeRotation(seed)
  for (;;) {
    const step = making.next()
    if (step.done) return step.value
  }
}

/** So many rows take a page a few milliseconds. */
const rowsOfSlice = 8

/** The same to the last bit, made bit by bit: between two slices anyone who waits for the thread gets it. */
export async function rotationInSlices(seed: Uint8Array, pause: () => Promise<void>): Promise<Float32Array> {
  const making = makeRotation(seed)
  for (let row = 1; ; row += 1) {
    const step = making.next()
    if (step.done) return step.value
    if (row % rowsOfSlice === 0) await pause()
  }
}

/** Row after row, each made square to all earlier ones. */
function* makeRotation(seed: Uint8Array): Generator<undefined, Float32Array> {
  if (seed.length !== 32) throw new RangeError('The seed of a rotation has 32 bytes.')
  const rotation = new Float32Array(templateLength * templateLength)
  const rows: Float64Array[] = []
  for (let index = 0; index < templateLength; index += 1) {
    const row = randomRow(seed, index)
    // Twice is enough: what rounding leaves of the other rows after the first time is gone after the second.
    for (const _ of [1, 2]) for (const earlier of rows) removeSlot(row, earlier)
    const length = Math.sqrt(dot(row, row))
    row.forEach((value, at) => {
      row[at] = value / length
    })
    rows.push(row)
    rotation.set(row, index * templateLength)
    yield
  }
  return rotation
}

export function rotateTemplate(rotation: Float32Array, template: Float32Array | Float64Array): Float32Array {
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

/** What was turned by one rotation, as another one turns it: nobody needs to see it as it was. */
export function rerotateTemplates(from: Float32Array, to: Float32Array, turned: Float32Array): Float32Array {
  const original = new Float64Array(templateLength)
  for (let row = 0; row < templateLength; row += 1) {
    // Of an orthogonal matrix the transpose is the way back.
    for (let at = 0; at < templateLength; at += 1) {
      original[at] = (original[at] ?? 0) + (from[row * templateLength + at] ?? 0) * (turned[row] ?? 0)
    }
  }
  return rotateTemplate(to, original)
}

/** Four even numbers added up are nearly normal, so that no direction is likelier than another. */
function randomRow(seed: Uint8Array, row: number): Float64Array {
  const block = new Uint8Array(36)
  block.set(seed)
  const counter = new DataView(block.buffer)
  const values = new Float64Array(templateLength)
  for (let at = 0; at < templateLength; at += 4) {
    counter.setUint32(32, row * templateLength + at)
    const random = new DataView(sha256(block).buffer)
    for (let n = 0; n < 4; n += 1) values[at + n] = evenSum(random, n * 8)
  }
  return values
}

const evenSum = (random: DataView, at: number): number =>
  [0, 2, 4, 6].reduce((sum, step) => sum + random.getUint16(at + step) - 0x7fff - 0.5, 0) / 0x8000

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

function removeSlot(row: Float64Array, earlier: Float64Array): void {
  const share = dot(row, earlier)
  for (let at = 0; at < row.length; at += 1) row[at] = (row[at] ?? 0) - share * (earlier[at] ?? 0)
}
