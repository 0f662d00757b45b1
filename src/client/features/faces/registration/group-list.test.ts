import { expect, test } from 'vitest'
import { startBands } from '#shared/recognition/face-bands.rules.ts'
import type { SeenFace } from '#shared/recognition/face-look.types.ts'
import { type GroupFace, namesOf, type Present, renamed, ticked, withFaces } from './group-list.ts'

const band = startBands.group

const face = (n: number, width = 120): SeenFace => ({
  box: { x: n * 200, y: 0, width, height: width },
  score: 0.9,
  roll: 0,
  yaw: 0,
  pitch: 0,
  eyeDistance: 50,
  quality: null,
  descriptor: new Float32Array(128).fill(n),
})

const near = (person: string, distance: number, secondDistance = 0.9) => ({
  person,
  distance,
  second: 'somebody',
  secondDistance,
})

test('a face is named, uncertain, unknown or too small, and says whether anybody else is close', () => {
  const answers = [near('amal', 0.3), near('badr', 0.47), near('dana', 0.7), near('omar', 0.1), near('sara', 0.4, 0.42)]
  const faces = namesOf(
    [face(0), face(1), face(2), face(3, 40), face(4)],
    band,
    (probe) => answers[probe[0] ?? 0] as never,
  )
  expect(faces.map(({ outcome, person, isClear }) => [outcome, person, isClear])).toEqual([
    ['accepted', 'amal', true],
    ['unsure', 'badr', true],
    ['refused', null, null],
    ['small', null, null],
    ['unsure', 'sara', false],
  ])
})

test('one person is named once: by the nearest of two faces', () => {
  const answers = [near('amal', 0.3), near('amal', 0.2)]
  const faces = namesOf([face(0), face(1)], band, (probe) => answers[probe[0] ?? 0] as never)
  expect(faces.map(({ person }) => person)).toEqual([null, 'amal'])
})

const named = (person: string | null, outcome: GroupFace['outcome'] = 'accepted'): GroupFace => ({
  box: { x: 0, y: 0, width: 100, height: 100 },
  outcome,
  person,
  isClear: true,
})

test('only what is suggested comes on the list, and what a person has ticked stays by hand', () => {
  const present: Present = new Map([['amal', 'hand']])
  const after = withFaces(present, [named('amal'), named('badr'), named('dana', 'unsure')])
  expect(Object.fromEntries(after)).toEqual({ amal: 'hand', badr: 'face' })
})

test('a correction moves the name: the wrong one leaves the list, the right one is there by hand, and only once', () => {
  const faces = [named('amal'), named('badr')]
  const present = withFaces(new Map(), faces)
  const corrected = renamed(faces, present, 0, 'badr')
  expect(corrected.faces.map(({ person }) => person)).toEqual(['badr', null])
  expect(Object.fromEntries(corrected.present)).toEqual({ badr: 'hand' })
  const nobody = renamed(corrected.faces, corrected.present, 0, null)
  expect(nobody.faces[0]?.outcome).toBe('refused')
  // Put on the list by a person, so taken off only by one.
  expect(Object.fromEntries(nobody.present)).toEqual({ badr: 'hand' })
  expect(ticked(nobody.present, 'badr').size).toBe(0)
})
