import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rerotateTemplates, rotateTemplate, rotationFromSeed, rotationInSlices } from './face-rotation.rules.ts'
import { templateDistance, templateFault, templateLength } from './face-template.rules.ts'

const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 })
const template = fc
  .array(fc.integer({ min: -1000, max: 1000 }), { minLength: templateLength, maxLength: templateLength })
  .filter((values) => values.some((value) => value !== 0))
  .map((values) => Float32Array.from(values, (value) => (value / Math.hypot(...values)) * 1.45))
const row = (rotation: Float32Array, at: number) => rotation.subarray(at * templateLength, (at + 1) * templateLength)
const few = { numRuns: 10 }

describe('a rotation', () => {
  it('is orthogonal: every row of length one, any two rows square to each other', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const rotation = rotationFromSeed(seed)
        for (let i = 0; i < templateLength; i += 1) {
          for (let j = 0; j <= i; j += 1) {
            const other = row(rotation, j)
            const dot = row(rotation, i).reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
            if (Math.abs(dot - (i === j ? 1 : 0)) > 1e-6) expect.fail(`rows ${i} and ${j}: ${dot}`)
          }
        }
      }),
      few,
    )
  })

  it('is the same for the same seed and another for any other', () => {
    fc.assert(
      fc.property(seeds, fc.nat({ max: 31 }), (seed, at) => {
        const rotation = rotationFromSeed(seed)
        expect(rotationFromSeed(Uint8Array.from(seed))).toEqual(rotation)
        const other = rotationFromSeed(seed.with(at, (seed[at] ?? 0) ^ 1))
        expect(templateDistance(row(rotation, 0), row(other, 0))).toBeGreaterThan(0.5)
      }),
      few,
    )
  })

  it('made in slices is the same to the last bit, and somebody else gets the thread in between', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        let pauses = 0
        const pause = async () => {
          pauses += 1
        }
        expect(await rotationInSlices(seed, pause)).toEqual(rotationFromSeed(seed))
        expect(pauses).toBeGreaterThanOrEqual(10)
      }),
      few,
    )
  })

  it('takes what another one has turned as if that had never been', () => {
    fc.assert(
      fc.property(seeds, seeds, template, (seed, other, face) => {
        const [from, to] = [rotationFromSeed(seed), rotationFromSeed(other)]
        const anew = rerotateTemplates(from, to, rotateTemplate(from, face))
        expect(templateDistance(anew, rotateTemplate(to, face))).toBeLessThan(1e-6)
      }),
      few,
    )
  })

  it('never changes: templates on a device would all be lost', () => {
    const rotation = rotationFromSeed(new Uint8Array(32))
    expect([...rotation.subarray(0, 4)].map((value) => value.toFixed(7))).toEqual([
      '-0.0375307',
      '-0.0631000',
      '-0.0568244',
      '0.0692478',
    ])
  })

  it('keeps every distance, and what it turns may still be a template', () => {
    fc.assert(
      fc.property(seeds, fc.array(fc.tuple(template, template), { minLength: 20, maxLength: 20 }), (seed, pairs) => {
        const rotation = rotationFromSeed(seed)
        for (const [one, other] of pairs) {
          const [a, b] = [rotateTemplate(rotation, one), rotateTemplate(rotation, other)]
          expect(Math.abs(templateDistance(a, b) - templateDistance(one, other))).toBeLessThanOrEqual(1e-6)
          expect(templateFault(a)).toBeNull()
        }
      }),
      few,
    )
  })

  it('takes a face of one school where another school would not look for it', () => {
    fc.assert(
      fc.property(seeds, seeds, template, (seed, other, face) => {
        fc.pre(seed.some((value, at) => value !== other[at]))
        const [here, there] = [seed, other].map((of) => rotateTemplate(rotationFromSeed(of), face))
        expect(templateDistance(here ?? [], there ?? [])).toBeGreaterThan(1.2)
      }),
      few,
    )
  })
})

it('a seed or a template of another length is refused', () => {
  expect(() => rotationFromSeed(new Uint8Array(31))).toThrow('32 bytes')
  const rotation = rotationFromSeed(new Uint8Array(32))
  expect(() => rotateTemplate(rotation, new Float32Array(127))).toThrow('128')
  expect(() => rotateTemplate(new Float32Array(128), new Float32Array(128))).toThrow('128')
})
