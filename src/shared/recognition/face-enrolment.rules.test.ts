import { expect, it } from 'vitest'
import { lookalikesOf, samplesFault } from './face-enrolment.rules.ts'
import { buildGallery } from './face-match.rules.ts'
import { templateLength } from './face-template.rules.ts'

/** One person's template, moved by so much along a direction. */
function sample(off: number, direction = 1): Float32Array {
  const template = new Float32Array(templateLength)
  template[0] = 1.45
  template[direction] = off
  return template
}

it('takes three to five samples as far apart as one living person is', () => {
  expect(samplesFault([sample(0.1), sample(0.2), sample(0.3)])).toBeNull()
  expect(samplesFault([sample(0.1), sample(0.1), sample(0.2)])).toBeNull()
  expect(samplesFault([sample(0.1), sample(0.2)])).toBe('count')
  expect(samplesFault([0, 0.1, 0.2, 0.3, 0.4, 0.42].map((off) => sample(off)))).toBe('count')
})

it('refuses a frozen frame and two people in one set', () => {
  expect(samplesFault([sample(0.1), sample(0.11), sample(0.12)])).toBe('frozen')
  expect(samplesFault([sample(0.1), sample(0.2), sample(0.7)])).toBe('mixed')
  expect(samplesFault([sample(0.1), sample(0.2), sample(Number.NaN)])).toBe('mixed')
})

it('names whom they could be taken for, the nearest first, but not the person', () => {
  const gallery = buildGallery([
    { personId: 'me', templates: [sample(0)] },
    { personId: 'sibling', templates: [sample(1.2, 2), sample(0.47, 2)] },
    { personId: 'twin', templates: [sample(0.3, 3)] },
    { personId: 'stranger', templates: [sample(0.6, 4)] },
  ])
  const samples = [sample(0), sample(0.9, 5), sample(0.9, 6)]
  expect(lookalikesOf(gallery, samples, 'me')).toEqual([
    { personId: 'twin', likeness: 'same' },
    { personId: 'sibling', likeness: 'alike' },
  ])
})
