import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meanTemplate, templateDistance, templateFault, templateLength, templateNorms } from './face-template.rules.ts'

/** Numbers in any direction, of the length asked for. */
const templateOf = (norm: number) =>
  fc
    .array(fc.integer({ min: -1000, max: 1000 }), { minLength: templateLength, maxLength: templateLength })
    .filter((values) => values.some((value) => value !== 0))
    .map((values) => {
      const length = Math.hypot(...values)
      return Float32Array.from(values, (value) => (value / length) * norm)
    })
const template = fc.double({ min: 1.15, max: 1.7, noNaN: true }).chain(templateOf)

describe('a template', () => {
  it('may be one when its length is that of raw descriptors', () => {
    fc.assert(fc.property(template, (values) => templateFault(values) === null))
  })

  it('is refused at any other number of values', () => {
    fc.assert(
      fc.property(template, fc.nat({ max: 300 }), (values, length) => {
        fc.pre(length !== templateLength)
        expect(templateFault(Float32Array.from({ length }, (_, at) => values[at] ?? 0))).toBe('length')
      }),
    )
  })

  it('is refused with one value that is no number', () => {
    fc.assert(
      fc.property(
        template,
        fc.nat({ max: templateLength - 1 }),
        fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
        (values, at, wrong) => {
          values[at] = wrong
          expect(templateFault(values)).toBe('not-finite')
        },
      ),
    )
  })

  it.each([0, 0.5, 1, templateNorms.least - 0.01, templateNorms.most + 0.01, 10, 1e30])(
    'is refused at the length %s, as one that was normalised or made up is',
    (norm) => {
      fc.assert(fc.property(templateOf(norm), (values) => templateFault(values) === 'norm'))
    },
  )
})

describe('the distance', () => {
  it('is nothing to itself, the same both ways, and never shorter by a detour', () => {
    fc.assert(
      fc.property(template, template, template, (a, b, c) => {
        expect(templateDistance(a, a)).toBe(0)
        expect(templateDistance(a, b)).toBe(templateDistance(b, a))
        expect(templateDistance(a, c)).toBeLessThanOrEqual(templateDistance(a, b) + templateDistance(b, c) + 1e-6)
      }),
    )
  })

  it('to something of another length is none', () => {
    expect(templateDistance(new Float32Array(128), new Float32Array(127))).toBeNaN()
  })
})

it('the mean of frames is nowhere farther from any of them than they are from each other', () => {
  fc.assert(
    fc.property(fc.array(template, { minLength: 1, maxLength: 5 }), (frames) => {
      const mean = meanTemplate(frames)
      for (const frame of frames) {
        const farthest = Math.max(...frames.map((other) => templateDistance(frame, other)))
        expect(templateDistance(mean, frame)).toBeLessThanOrEqual(farthest + 1e-5)
      }
    }),
  )
})
