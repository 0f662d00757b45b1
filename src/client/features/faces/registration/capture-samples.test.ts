import { expect, test } from 'vitest'
import type { Look } from '#shared/recognition/face-look.types.ts'
import { captureSamples } from './capture-samples.ts'

/** Someone's face, so far from how it was at first. */
const moved = (by: number): Float32Array => {
  const face = new Float32Array(128).fill(0.128)
  face[0] = 0.128 + by
  return face
}

const lookAt = (descriptor: Float32Array | null, more: { yaw?: number } = {}): Look => ({
  width: 640,
  height: 480,
  faces: descriptor
    ? [
        {
          box: { x: 220, y: 140, width: 200, height: 200 },
          score: 0.95,
          roll: 0,
          yaw: 0,
          pitch: 0,
          eyeDistance: 66,
          quality: { luma: 130, contrast: 40, sharpness: 70, sideLight: 0.02 },
          descriptor,
          ...more,
        },
      ]
    : [],
})

/** What the camera sees at each moment; `told` is what the person was told, once for each change. */
async function capture(seen: (atMs: number, asked: string) => Look) {
  let nowMs = 0
  let asked = 'nobody'
  const told: string[] = []
  const ended = await captureSamples({
    look: async () => {
      nowMs += 200
      return { look: seen(nowMs, asked), still: new Blob() }
    },
    nowMs: () => nowMs,
    tell: (hint) => {
      asked = hint
      if (told.at(-1) !== hint) told.push(hint)
    },
    signal: new AbortController().signal,
  })
  return { ended, told, tookMs: nowMs }
}

test('somebody who moves as people do is taken five times within a few seconds', async () => {
  const { ended, told, tookMs } = await capture((atMs) => lookAt(moved(atMs / 20_000)))
  if ('fault' in ended) throw new Error(ended.fault)
  expect(ended.samples).toHaveLength(5)
  expect(ended.stills).toHaveLength(5)
  expect(told[0]).toBe('good')
  expect(tookMs).toBeLessThan(5000)
})

test('who sits quite still is asked to move, and then is taken', async () => {
  const { ended, told } = await capture((_at, asked) => lookAt(moved(asked === 'move-a-little' ? 0.1 : 0)))
  expect('samples' in ended && ended.samples.length).toBe(5)
  expect(told).toContain('move-a-little')
})

test('a picture never moves, and is refused', async () => {
  const { ended } = await capture(() => lookAt(moved(0)))
  expect(ended).toEqual({ fault: 'frozen' })
})

test('another face that comes in between spoils it', async () => {
  const { ended } = await capture((atMs) => lookAt(moved(atMs > 1500 ? 0.6 : atMs / 20_000)))
  expect(ended).toEqual({ fault: 'mixed' })
})

test('who does not look into the camera is told so until time is over', async () => {
  const { ended, told } = await capture(() => lookAt(moved(0), { yaw: 0.5 }))
  expect(ended).toEqual({ fault: 'count' })
  expect(told).toEqual(['look-here'])
})
