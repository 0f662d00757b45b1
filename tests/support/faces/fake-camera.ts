import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { type CameraScene, installCamera } from './fake-camera-page.ts'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A person of the sample photographs, cut out of theirs as a camera of 640 × 480 would see them. */
export interface Sitter {
  photo: `sample${1 | 2 | 3 | 4 | 5 | 6}`
  box: Box
  /** Brighter than it was taken, where that is too dark for a registration. */
  light?: number
}

/** By the middle of the face in the photograph and by its width, which becomes 200 pixels. */
function sitter(photo: Sitter['photo'], x: number, y: number, faceWidth: number): Sitter {
  const [width, height] = [(faceWidth * 640) / 200, (faceWidth * 480) / 200]
  return { photo, box: { x: x - width / 2, y: y - height / 2, width, height } }
}

/** Different people. The first three look at the camera well enough to be registered; the others are for a kiosk. */
export const sitters = {
  anna: sitter('sample6', 1274, 440, 210),
  dora: { ...sitter('sample5', 462, 1010, 200), light: 1.3 },
  carla: sitter('sample5', 1191, 315, 190),
  bea: sitter('sample3', 685, 463, 210),
  edith: sitter('sample6', 1591, 409, 220),
}

/** All four people of one photograph. */
export const group: Sitter = { photo: 'sample6', box: { x: 0, y: 50, width: 1920, height: 1440 } }

export interface Showing {
  /** Without the small movements of somebody alive. */
  still?: boolean
  /** Degrees by which the head is turned, to the person's own left; a head is round. */
  turn?: number
  /** As in a mirror: who was photographed a little from one side turns as well to the other. A face is described the same. */
  mirror?: boolean
  /** Degrees by which a flat picture of the person is tilted about its upright middle. */
  tilt?: number
  /** Degrees by which the head leans. */
  roll?: number
  /** Turns the head as the page asks for, in the page, so that no slow test is too late. */
  obeys?: boolean
}

/** Read where npm has put them: they are the package's, not ours to copy. */
export const photoBytes = (photo: Sitter['photo']): Buffer =>
  readFileSync(fileURLToPath(new URL(`../../../node_modules/face-api.js/demo/${photo}.jpg`, import.meta.url)))

/**
 * A camera whose picture a test chooses while it runs, in place of the one that the browser has. Each page that is opened
 * after this has it, and goes on showing what was shown last.
 */
export class FakeCamera {
  readonly #page: Page
  #scene: CameraScene = []
  readonly #sent = new Set<string>()

  static async install(page: Page): Promise<FakeCamera> {
    await page.addInitScript(installCamera)
    return new FakeCamera(page)
  }

  private constructor(page: Page) {
    this.#page = page
    page.on('domcontentloaded', () => {
      this.#sent.clear()
      void this.#apply().catch(() => undefined)
    })
  }

  /** One person before the camera. */
  show({ photo, box, light = 1 }: Sitter, how: Showing = {}): Promise<void> {
    return this.#show([{ photo, from: box, light, to: { x: 0, y: 0, width: 640, height: 480 }, isAlone: true, ...how }])
  }

  /** A whole photograph, as it is, or farther away: so much of the picture's width. */
  showGroup({ photo, box }: Sitter, { part = 1, still = false } = {}): Promise<void> {
    const [width, height] = [640 * part, 480 * part]
    const to = { x: (640 - width) / 2, y: (480 - height) / 2, width, height }
    return this.#show([{ photo, from: box, to, isAlone: false, still }])
  }

  /** One person before the camera, and somebody half as large at the edge of its picture. */
  showBeside({ photo, box, light = 1 }: Sitter, bystander: Sitter): Promise<void> {
    const { x, y, width, height } = bystander.box
    const from = { x: x + width / 4, y, width: width / 2, height }
    const whole = { x: 0, y: 0, width: 640, height: 480 }
    return this.#show([
      { photo, from: box, light, to: whole, isAlone: true },
      { photo: bystander.photo, from, to: { x: 480, y: 150, width: 160, height: 240 }, isAlone: true },
    ])
  }

  /** Two people, as large as each other: the first at the left of the picture. */
  showTwo(left: Sitter, right: Sitter): Promise<void> {
    const half = ({ x, y, width, height }: Box) => ({ x: x + width / 4, y, width: width / 2, height })
    return this.#show([
      { photo: left.photo, from: half(left.box), to: { x: 0, y: 0, width: 320, height: 480 }, isAlone: true },
      { photo: right.photo, from: half(right.box), to: { x: 320, y: 0, width: 320, height: 480 }, isAlone: true },
    ])
  }

  nobody(): Promise<void> {
    return this.#show([])
  }

  /** A picture of somebody, as a school's photographer makes it. */
  async portrait(who: Sitter): Promise<Buffer> {
    await this.show(who, { still: true })
    return Buffer.from(await this.#page.evaluate(() => globalThis.fakeCamera.snap()), 'base64')
  }

  /** Anyone who asks for the camera waits for it, as long as it is held. */
  async hold(isHeld: boolean): Promise<void> {
    await this.#page.evaluate((held) => {
      globalThis.fakeCamera.isHeld = held
    }, isHeld)
  }

  /** The next time that the camera is asked for, the browser refuses: by the name of its error. */
  async refuse(name: 'NotAllowedError' | 'NotFoundError' | 'NotReadableError' | null): Promise<void> {
    await this.#page.evaluate((error) => {
      globalThis.fakeCamera.refusal = error
    }, name)
  }

  async unplug(): Promise<void> {
    await this.#page.evaluate(() => globalThis.fakeCamera.unplug())
  }

  /** Of every stream that was ever given out. */
  states(): Promise<MediaStreamTrackState[]> {
    return this.#page.evaluate(() => globalThis.fakeCamera.streams.map((s) => s.getTracks()[0]?.readyState ?? 'ended'))
  }

  async #show(scene: CameraScene): Promise<void> {
    this.#scene = scene
    await this.#apply()
  }

  async #apply(): Promise<void> {
    for (const { photo } of this.#scene) {
      if (this.#sent.has(photo)) continue
      this.#sent.add(photo)
      const base64 = photoBytes(photo).toString('base64')
      await this.#page.evaluate(([name, bytes]) => globalThis.fakeCamera.keepPhoto(name, bytes), [
        photo,
        base64,
      ] as const)
    }
    await this.#page.evaluate((scene) => globalThis.fakeCamera.show(scene), this.#scene)
  }
}
