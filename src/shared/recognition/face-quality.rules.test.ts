import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enrolHint, type FaceHint, type FaceQuality, kioskHint, type MeasuredFace } from './face-quality.rules.ts'

const frame = { width: 640, height: 480 }
const goodLight: FaceQuality = { luma: 130, contrast: 44, sharpness: 70, sideLight: 0.05 }

/** A face in the middle, as wide as said, as good as they come. */
function face(change: Partial<MeasuredFace> = {}, width = 200, dx = 0): MeasuredFace {
  const box = { x: 320 - width / 2 + dx, y: 240 - width / 2, width, height: width }
  return { box, score: 0.9, roll: 0, yaw: 0, pitch: 0, eyeDistance: width * 0.35, quality: goodLight, ...change }
}
const inLight = (change: Partial<FaceQuality>) => face({ quality: { ...goodLight, ...change } })

describe('one instruction for', () => {
  it.each<[string, MeasuredFace[], FaceHint, FaceHint]>([
    ['a good face', [face()], 'good', 'good'],
    ['nobody', [], 'nobody', 'nobody'],
    ['a second face, small', [face(), face({}, 100, 200)], 'several', 'good'],
    ['a second face, large', [face(), face({}, 130, 200)], 'several', 'several'],
    ['somebody far away', [face({}, 100)], 'closer', 'closer'],
    ['somebody a little away', [face({}, 130)], 'closer', 'good'],
    ['somebody at the side', [face({}, 200, 170)], 'centre', 'centre'],
    ['a head leaning a little', [face({ roll: -15 })], 'straight', 'good'],
    ['a head leaning', [face({ roll: 35 })], 'straight', 'straight'],
    ['a head turned a little', [face({ yaw: 0.25 })], 'look-here', 'good'],
    ['a head turned', [face({ yaw: -0.4 })], 'look-here', 'look-here'],
    ['a turned head, whose eyes come together', [face({ yaw: 0.5, eyeDistance: 20 })], 'look-here', 'look-here'],
    ['a head bowed', [face({ pitch: -0.7 })], 'look-here', 'look-here'],
    ['a face that is hardly one', [face({ score: 0.55 })], 'look-here', 'good'],
    ['the dark', [inLight({ luma: 40 })], 'more-light', 'more-light'],
    ['dusk', [inLight({ luma: 55 })], 'more-light', 'good'],
    ['the glare', [inLight({ luma: 220 })], 'less-light', 'less-light'],
    ['light from one side', [inLight({ sideLight: -0.5 })], 'even-light', 'even-light'],
    ['little contrast', [inLight({ contrast: 10 })], 'more-light', 'more-light'],
    ['noise', [inLight({ sharpness: 780 })], 'more-light', 'more-light'],
    ['blur', [inLight({ sharpness: 5 })], 'hold-still', 'hold-still'],
    ['a little blur', [inLight({ sharpness: 15 })], 'hold-still', 'good'],
    ['what was not measured', [face({ quality: null })], 'hold-still', 'good'],
  ])('%s', (_, faces, whenEnrolling, atKiosk) => {
    expect(enrolHint({ faces }, frame)).toBe(whenEnrolling)
    expect(kioskHint({ faces }, frame)).toBe(atKiosk)
  })
})

/** Each fault alone, in the order in which people are told. */
const faults: [FaceHint, (good: MeasuredFace) => MeasuredFace][] = [
  [
    'closer',
    (good) => ({ ...good, box: { ...good.box, x: good.box.x + 60, y: good.box.y + 60, width: 80, height: 80 } }),
  ],
  ['centre', (good) => ({ ...good, box: { ...good.box, x: 0 } })],
  ['straight', (good) => ({ ...good, roll: 40 })],
  ['look-here', (good) => ({ ...good, yaw: 0.6 })],
  ['more-light', (good) => withLight(good, { luma: 20 })],
  ['even-light', (good) => withLight(good, { sideLight: 0.6 })],
  ['hold-still', (good) => withLight(good, { sharpness: 2 })],
]
const withLight = (good: MeasuredFace, change: Partial<FaceQuality>): MeasuredFace => ({
  ...good,
  quality: { ...(good.quality ?? goodLight), ...change },
})

it('of several faults the most important is said, and only that', () => {
  fc.assert(
    fc.property(fc.subarray([...faults.keys()], { minLength: 1 }), fc.boolean(), (chosen, isEnrolling) => {
      // The later ones first: putting somebody far away must not be undone by putting them at the side.
      const bad = chosen.toReversed().reduce((made, at) => faults[at]?.[1](made) ?? made, face())
      const hint = (isEnrolling ? enrolHint : kioskHint)({ faces: [bad] }, frame)
      expect(hint).toBe(faults[Math.min(...chosen)]?.[0])
    }),
  )
})

it('the largest face is the person, wherever it stands in the list', () => {
  const away = face({ roll: 60 }, 60, 250)
  expect(kioskHint({ faces: [away, face()] }, frame)).toBe('good')
  expect(kioskHint({ faces: [face(), away] }, frame)).toBe('good')
})
