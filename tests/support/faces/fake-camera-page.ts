interface Part {
  x: number
  y: number
  width: number
  height: number
}

export type CameraScene = readonly {
  photo: `sample${1 | 2 | 3 | 4 | 5 | 6}`
  from: Part
  to: Part
  /** Before a plain wall: neighbours in the photograph are left out. */
  isAlone: boolean
  light?: number
  still?: boolean
  turn?: number
  mirror?: boolean
  tilt?: number
  roll?: number
  obeys?: boolean
}[]

declare global {
  /** The camera of a page under test (fake-camera.ts). */
  var fakeCamera: {
    streams: MediaStream[]
    refusal: string | null
    isHeld: boolean
    keepPhoto(name: string, base64: string): Promise<void>
    /** Resolves when the picture can be seen. */
    show(scene: CameraScene): Promise<void>
    /** The camera's picture now, as a JPEG in base64. */
    snap(): Promise<string>
    unplug(): void
  }
}

/** Runs in the page, before its own scripts; so it may use nothing from outside of itself. */
export function installCamera(): void {
  const width = 640
  const height = 480
  const photos = new Map<string, ImageBitmap>()
  const screen = new OffscreenCanvas(width, height)
  const flat = new OffscreenCanvas(width, height)
  const outputs: CanvasRenderingContext2D[] = []
  let shown: CameraScene = []

  /** One person, seen from the front, into the whole picture. */
  const drawFlat = (pen: OffscreenCanvasRenderingContext2D, layer: CameraScene[number], ms: number) => {
    const bitmap = photos.get(layer.photo)
    if (!bitmap) return
    const { from, to, still = false, roll = 0, mirror = false } = layer
    // A living person breathes: a few pixels to and fro, a little nearer and farther.
    const sway = still ? 0 : Math.sin(ms / 300)
    pen.save()
    pen.beginPath()
    if (layer.isAlone) pen.ellipse(to.x + to.width / 2, to.y + to.height / 2, 150, 210, 0, 0, 7)
    else pen.rect(to.x, to.y, to.width, to.height)
    pen.clip()
    pen.translate(to.x + to.width / 2 + sway * 3, to.y + to.height / 2 + (still ? 0 : Math.sin(ms / 470) * 2))
    pen.rotate(((roll + sway) * Math.PI) / 180)
    const size = 1 + sway * 0.015
    pen.scale(mirror ? -size : size, size)
    // Descriptors of a living face are never as near to one another as those of a picture: light falls on it again each moment.
    const light = still || layer.turn ? 1 : 1 + Math.sin(ms / 350) * 0.25
    pen.filter = `brightness(${(layer.light ?? 1) * light})`
    pen.drawImage(bitmap, from.x, from.y, from.width, from.height, -to.width / 2, -to.height / 2, to.width, to.height)
    pen.restore()
    if (still) return
    // And the light is never quite the same.
    pen.fillStyle = `rgb(255 255 255 / ${(1 + Math.sin(ms / 230)) * 0.02})`
    pen.fillRect(to.x, to.y, to.width, to.height)
  }

  /** Column by column: where each comes from, and how high it stands. Undefined leaves it as it was. */
  type Columns = (x: number) => { from: number; scale: number } | undefined
  const drawColumns = (pen: OffscreenCanvasRenderingContext2D, columns: Columns) => {
    for (let x = 0; x < width; x += 1) {
      const column = columns(x)
      if (!column) continue
      const tall = height * column.scale
      pen.drawImage(flat, column.from, 0, 1, height, x, (height - tall) / 2, 1, tall)
    }
  }

  /** A head is about as wide as this around the middle of the picture, and round like a cylinder. */
  const headMiddle = width / 2
  const headRadius = 125
  const turned =
    (degrees: number): Columns =>
    (x) => {
      const across = (x - headMiddle) / headRadius
      if (Math.abs(across) > 1) return { from: x, scale: 1 }
      const angle = Math.max(-1.45, Math.min(1.45, Math.asin(across) - (degrees * Math.PI) / 180))
      return { from: headMiddle + headRadius * Math.sin(angle), scale: 1 }
    }
  /** A sheet of paper an arm's length away, turned about its middle. */
  const tilted =
    (degrees: number): Columns =>
    (x) => {
      const distance = 900
      const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
      const seen = x - width / 2
      const along = (seen * distance) / (distance * cos - seen * sin)
      const from = width / 2 + along
      return from < 0 || from >= width ? undefined : { from, scale: distance / (distance + along * sin) }
    }

  /** Somebody who does what the page asks for: turns as far as every look finds it turned enough, and none loses it. */
  let angle = 0
  const posed = (layer: CameraScene[number]): CameraScene[number] => {
    if (!layer.obeys) return layer
    const asked = document.querySelector('[data-hint]')?.getAttribute('data-hint')
    const aim = asked === 'turn-left' ? 45 : asked === 'turn-right' ? -45 : 0
    angle += Math.max(-15, Math.min(15, aim - angle))
    // Who was photographed a little from one side turns as well to the other, as in a mirror.
    return { ...layer, turn: angle, mirror: aim < 0 || angle < 0 }
  }

  const draw = () => {
    const pen = screen.getContext('2d')
    const aside = flat.getContext('2d')
    if (!pen || !aside) return
    pen.fillStyle = '#8a8f94'
    pen.fillRect(0, 0, width, height)
    for (const layer of shown.map(posed)) {
      if (!layer.turn && !layer.tilt) {
        drawFlat(pen, layer, performance.now())
        continue
      }
      aside.fillStyle = pen.fillStyle
      aside.fillRect(0, 0, width, height)
      drawFlat(aside, layer, performance.now())
      drawColumns(pen, layer.turn ? turned(layer.turn) : tilted(layer.tilt ?? 0))
    }
    for (const output of outputs) output.drawImage(screen, 0, 0)
  }
  setInterval(draw, 66)

  /** Until the page's own video shows what was drawn: the third frame from now was surely captured after it. */
  const cameThrough = async (video: HTMLVideoElement) => {
    if (!(video.srcObject instanceof MediaStream) || !video.srcObject.active) return
    for (let frames = 0; frames < 3; frames += 1) {
      const next = new Promise((resolve) => void video.requestVideoFrameCallback(resolve))
      await Promise.race([next, new Promise((resolve) => setTimeout(resolve, 1000))])
    }
  }

  const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  globalThis.fakeCamera = {
    streams: [],
    refusal: null,
    isHeld: false,
    keepPhoto: async (name, base64) => {
      photos.set(name, await createImageBitmap(new Blob([bytesOf(base64)])))
    },
    show: async (scene) => {
      shown = scene
      draw()
      for (const video of document.querySelectorAll('video')) await cameThrough(video)
    },
    snap: async () => {
      draw()
      const picture = new Uint8Array(
        await (await screen.convertToBlob({ type: 'image/jpeg', quality: 0.9 })).arrayBuffer(),
      )
      return btoa(Array.from(picture, (byte) => String.fromCharCode(byte)).join(''))
    },
    unplug: () => {
      for (const track of globalThis.fakeCamera.streams.flatMap((stream) => stream.getTracks())) {
        track.stop()
        track.dispatchEvent(new Event('ended'))
      }
    },
  }

  navigator.mediaDevices.getUserMedia = async () => {
    const { refusal, streams } = globalThis.fakeCamera
    while (globalThis.fakeCamera.isHeld) await new Promise((resolve) => setTimeout(resolve, 50))
    if (refusal) throw new DOMException('as the test wants it', refusal)
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const output = canvas.getContext('2d')
    if (!output) throw new Error('no canvas')
    outputs.push(output)
    draw()
    const stream = canvas.captureStream(15)
    streams.push(stream)
    return stream
  }
}
