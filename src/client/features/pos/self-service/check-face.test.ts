import { expect, test } from 'vitest'
import { startBands } from '#shared/recognition/face-bands.rules.ts'
import type { Look, SeenFace, Want } from '#shared/recognition/face-look.types.ts'
import { buildGallery, matchFace } from '#shared/recognition/face-match.rules.ts'
import { checkFace } from './check-face.ts'

/** The same numbers in every run (Park and Miller's). */
let seed = 7
const random = (): number => {
  seed = (seed * 16_807) % 2_147_483_647
  return seed / 2_147_483_647
}
const vector = (length: number): Float32Array => {
  const raw = Float32Array.from({ length: 128 }, () => random() - 0.5)
  const norm = Math.hypot(...raw)
  return raw.map((value) => (value / norm) * length)
}
/** Two people as far apart as strangers are (0.7 and more), and pictures of one as near as they are (about 0.1). */
const amal = vector(1.45)
const badr = vector(1.45)
const pictureOf = (person: Float32Array) => {
  const noise = vector(0.1)
  return person.map((value, at) => value + (noise[at] ?? 0))
}
const gallery = buildGallery([
  { personId: 'amal', templates: [pictureOf(amal), pictureOf(amal), pictureOf(amal)] },
  { personId: 'badr', templates: [pictureOf(badr), pictureOf(badr), pictureOf(badr)] },
])

interface Sight {
  who: Float32Array
  yaw?: number
  width?: number
  x?: number
  /** The very same picture each time: what a photograph gives. */
  isStill?: boolean
}

const stills = new Map<Float32Array, Float32Array>()
function faceOf({ who, yaw = 0, width = 200, x = 220, isStill = false }: Sight, want: Want): SeenFace {
  if (!stills.has(who)) stills.set(who, pictureOf(who))
  const descriptor = isStill ? (stills.get(who) ?? null) : pictureOf(who)
  return {
    box: { x, y: 140, width, height: width },
    score: 0.95,
    roll: 0,
    yaw,
    pitch: 0,
    eyeDistance: width * 0.33,
    quality: want === 'track' ? null : { luma: 130, contrast: 40, sharpness: 70, sideLight: 0.02 },
    descriptor: want === 'describe' ? descriptor : null,
  }
}

/** What the camera shows at a moment, given what is asked of the person. */
type Scene = (atMs: number, asked: string) => Sight[]

function check(scene: Scene, who: 'amal' | null = 'amal') {
  let nowMs = 0
  let asked = 'nobody'
  const told: string[] = []
  const among = who === null ? undefined : new Set([who])
  const look = async (want: Want): Promise<Look> => {
    nowMs += want === 'describe' ? 90 : 40
    return { width: 640, height: 480, faces: scene(nowMs, asked).map((sight) => faceOf(sight, want)) }
  }
  const ended = checkFace({
    look,
    match: (probe) => matchFace(gallery, probe, among),
    band: startBands[who === null ? 'few' : 'one'],
    side: 'left',
    nowMs: () => nowMs,
    tell: (hint) => {
      asked = hint
      if (told.at(-1) !== hint) told.push(hint)
    },
    signal: new AbortController().signal,
  })
  return ended.then((end) => ({ end: end.end, person: 'person' in end ? end.person : null, told, tookMs: nowMs }))
}

/** Does as it is told, as a living head does: it turns, and comes back. */
const obeys =
  (who: Float32Array): Scene =>
  (_atMs, asked) => [{ who, yaw: asked === 'turn-left' ? 0.6 : 0 }]

test('the pupil who was named, alive, is recognised within three seconds', async () => {
  const { end, person, told, tookMs } = await check(obeys(amal))
  expect({ end, person }).toEqual({ end: 'accepted', person: 'amal' })
  expect(told).toEqual(['good', 'turn-left', 'return'])
  expect(tookMs).toBeLessThan(3000)
})

test('another enrolled pupil and an unknown one are refused', async () => {
  expect(await check(obeys(badr))).toMatchObject({ end: 'refused', person: null })
  expect(await check(obeys(vector(1.45)))).toMatchObject({ end: 'refused', person: null })
})

test('one of a class is found among the class', async () => {
  expect(await check(obeys(badr), null)).toMatchObject({ end: 'accepted', person: 'badr' })
})

test('a photograph does not turn its head', async () => {
  const { end } = await check(() => [{ who: amal, isStill: true }])
  expect(end).toBe('not-alive')
})

test('a tilted flat picture moves too little', async () => {
  const { end } = await check((_at, asked) => [{ who: amal, yaw: asked === 'turn-left' ? 0.3 : 0 }])
  expect(end).toBe('not-alive')
})

test('anyone who turns must be the one who was recognised', async () => {
  // Amal looks into the camera; when the head is to turn, Badr stands there.
  const swap: Scene = (_at, asked) => [
    { who: asked === 'good' || asked === 'nobody' ? amal : badr, yaw: asked === 'turn-left' ? 0.6 : 0 },
  ]
  expect((await check(swap)).end).toBe('not-alive')
})

test('two people before the camera are asked to be one, and nobody is recognised meanwhile', async () => {
  const { end, told } = await check(() => [{ who: amal }, { who: badr, x: 430, width: 190 }])
  expect(end).toBe('nobody')
  expect(told).toEqual(['several'])
})

test('a bystander far behind does no harm', async () => {
  const behind: Scene = (at, asked) => [...obeys(amal)(at, asked), { who: badr, x: 560, width: 60 }]
  expect(await check(behind)).toMatchObject({ end: 'accepted', person: 'amal' })
})

test('nobody there ends by itself, as no failure of anybody', async () => {
  const { end, told, tookMs } = await check(() => [])
  expect({ end, told }).toEqual({ end: 'nobody', told: ['nobody'] })
  expect(tookMs).toBeLessThan(9000)
})
