/** What tests and benches of faces run in a browser: the product's own bridge, camera and rules, without a screen around. */

import {
  beginLiveness,
  type HeadTurn,
  livenessWants,
  stepLiveness,
} from '#client/features/pos/self-service/face-liveness.rules.ts'
import { type Camera, openCamera } from '#client/platform/face/camera.ts'
import { type LookOptions, openRecogniser, type Recogniser } from '#client/platform/face/recogniser.ts'
import { preloadModels } from '#client/platform/face/warm-models.ts'
import { troubleKindOf } from '#local/recognition/face-trouble.ts'
import type { Look } from '#shared/recognition/face-look.types.ts'
import { enrolHint, kioskHint } from '#shared/recognition/face-quality.rules.ts'
import { templateDistance } from '#shared/recognition/face-template.rules.ts'

/** Kept over the calls of one test. */
let camera: Camera | undefined
let recogniser: Recogniser | undefined

async function open(): Promise<void> {
  const video = document.querySelector('video')
  if (!video) throw new Error('this page has no video')
  camera ??= await openCamera(video)
  recogniser ??= await openRecogniser()
}

async function look(options: LookOptions): Promise<Look> {
  await open()
  if (!camera || !recogniser) throw new Error('nothing is open')
  return recogniser.look(await camera.frame(), options)
}

/** Somebody who sways before the camera in changing light comes by every way of being seen in so long. */
const patienceMs = 8_000

/** The descriptor of the largest face, of as many frames; some of them may show none. */
async function describe(times: number): Promise<number[][]> {
  const descriptors: number[][] = []
  const until = performance.now() + patienceMs * Math.max(1, times / 4)
  while (descriptors.length < times) {
    if (performance.now() > until) throw new Error('there was hardly ever a face')
    const [face] = (await look({ want: 'describe' })).faces
    if (face?.descriptor) descriptors.push([...face.descriptor])
  }
  return descriptors
}

let liveness = beginLiveness('left', 0)
let challengeMs = 0

function beginChallenge(side: HeadTurn): void {
  challengeMs = 0
  liveness = beginLiveness(side, 0)
}

/** One frame of the challenge; each is a tenth of a second, however slow the machine of the test is. */
async function challengeFrame(): Promise<string> {
  const [face] = (await look({ want: livenessWants(liveness) })).faces
  challengeMs += 100
  const descriptor = face?.descriptor ? { descriptor: face.descriptor } : {}
  const sight = face ? { box: face.box, yaw: face.yaw, atMs: challengeMs, ...descriptor } : null
  liveness = stepLiveness(liveness, sight, challengeMs)
  return liveness.why ?? liveness.step
}

/** What kind of trouble something ends in; null when it ends well. */
async function troubleOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    return troubleKindOf(error) ?? String(error)
  }
}

export const facePage = {
  openCamera,
  openRecogniser,
  warmModels: preloadModels,
  open,
  look,
  describe,
  beginChallenge,
  challengeFrame,
  troubleOf,
  templateDistance,
  enrolHint,
  kioskHint,
  camera: () => camera,
  recogniser: () => recogniser,
}

declare global {
  var faces: typeof facePage
}

globalThis.faces = facePage
