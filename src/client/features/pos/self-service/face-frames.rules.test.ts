import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startBands } from '#shared/recognition/face-bands.rules.ts'
import { buildGallery, matchFace } from '#shared/recognition/face-match.rules.ts'
import { templateLength } from '#shared/recognition/face-template.rules.ts'
import { decideByFrames, type FaceFrame, type FramesDecision } from './check-face.ts'

/** Three people far from each other, each along an axis of their own. */
const along = (axis: number, by = 1.45): Float32Array => {
  const template = new Float32Array(templateLength)
  template[axis] = by
  return template
}
const gallery = buildGallery([
  { personId: 'a', templates: [along(0)] },
  { personId: 'b', templates: [along(1)] },
])
const band = startBands.few
const match = (probe: Float32Array) => matchFace(gallery, probe)

/** Somebody's frame, `off` away from their template in a direction of its own. */
function frameOf(axis: number, off = 0.1, direction = 5): FaceFrame {
  const descriptor = along(axis)
  descriptor[direction] = off
  return { descriptor, match: match(descriptor) }
}
const pupil = () => frameOf(0)
const bystander = () => frameOf(1)
const stranger = () => frameOf(2)
const decide = (...frames: FaceFrame[]): FramesDecision => decideByFrames(band, frames, match)

describe('three of five frames', () => {
  it('decide, and fewer do not', () => {
    expect(decide()).toEqual({ outcome: 'more' })
    expect(decide(pupil())).toEqual({ outcome: 'more' })
    expect(decide(pupil(), pupil())).toEqual({ outcome: 'more' })
    expect(decide(pupil(), pupil(), pupil())).toMatchObject({ outcome: 'accepted', person: 'a', frames: 3 })
  })

  it('outvote a bystander in any place, who leaves no trace in the mean', () => {
    for (const at of [0, 1, 2, 3]) {
      const frames = [pupil(), pupil(), pupil()].toSpliced(at, 0, bystander())
      const decision = decide(...frames)
      expect(decision).toMatchObject({ outcome: 'accepted', person: 'a' })
      if (decision.outcome !== 'more') expect(decision.descriptor?.[1]).toBe(0)
    }
  })

  it('refuse when they can no longer agree', () => {
    expect(decide(stranger(), stranger())).toEqual({ outcome: 'more' })
    expect(decide(stranger(), stranger(), stranger())).toMatchObject({ outcome: 'refused', person: null })
    expect(decide(pupil(), bystander(), pupil(), bystander(), stranger())).toMatchObject({ outcome: 'refused' })
  })

  it('come nearer together than apart: the noise of each goes out of the mean', () => {
    // Each alone is only "unsure" (0.43); in three directions their mean is 0.25 away.
    const decision = decide(frameOf(0, 0.43, 5), frameOf(0, 0.43, 6), frameOf(0, 0.43, 7))
    expect(decision).toMatchObject({ outcome: 'accepted', person: 'a' })
    // In one direction it is no noise.
    expect(decide(frameOf(0, 0.43), frameOf(0, 0.43), frameOf(0, 0.43))).toMatchObject({ outcome: 'unsure' })
  })

  it('are refused when their mean is somebody else', () => {
    const frames = [pupil(), pupil(), pupil()]
    expect(decideByFrames(band, frames, () => match(along(1)))).toMatchObject({ outcome: 'refused', person: null })
  })
})

it('nobody is ever named by fewer than three frames of their own', () => {
  const frames = fc.array(fc.constantFrom(pupil, bystander, stranger), { maxLength: 9 })
  fc.assert(
    fc.property(frames, (makers) => {
      const seen = makers.map((make) => make())
      const decision = decideByFrames(band, seen, match)
      const named = decision.outcome === 'more' ? null : decision.person
      const own = seen.slice(0, 5).filter((frame) => frame.match.person === named)
      if (named !== null) expect(own.length).toBeGreaterThanOrEqual(3)
      if (seen.length >= 5) expect(decision.outcome).not.toBe('more')
    }),
  )
})
