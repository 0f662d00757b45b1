import { FaceTrouble, type FaceTroubleKind } from '#local/recognition/face-trouble.ts'

export interface Camera {
  readonly video: HTMLVideoElement
  /** What the camera sees now. @throws FaceTrouble `camera-gone` */
  frame(): Promise<ImageBitmap>
  readonly ended: boolean
  /** Told once, when the camera goes away by itself: unplugged, or taken back by the person. */
  onEnded(listener: () => void): void
  stop(): void
}

/** By the names that browsers give their errors; any other means that there is none to be had. */
const kinds: Readonly<Record<string, FaceTroubleKind>> = {
  NotAllowedError: 'camera-refused',
  SecurityError: 'camera-refused',
  NotReadableError: 'camera-taken',
  AbortError: 'camera-taken',
}

/**
 * Opens the camera into a video element. Only after a tap: a camera whose light goes on by itself frightens people. One
 * stream is kept until `stop`, since some tablets ask again at each new one.
 */
export async function openCamera(
  video: HTMLVideoElement,
  { width = 640, height = 480 }: { width?: number; height?: number } = {},
): Promise<Camera> {
  const stream = await ask({ width: { ideal: width }, height: { ideal: height }, facingMode: 'user' })
  const track = stream.getVideoTracks()[0]
  const stop = () => {
    for (const each of stream.getTracks()) each.stop()
    if (video.srcObject === stream) video.srcObject = null
  }
  if (!track) {
    stop()
    throw new FaceTrouble('no-camera')
  }
  const isOver = () => track.readyState === 'ended'
  try {
    await show(video, stream)
  } catch (error) {
    const kind = isOver() ? 'camera-gone' : 'camera-taken'
    stop()
    throw new FaceTrouble(kind, error)
  }
  return {
    video,
    frame: async () => {
      if (isOver()) throw new FaceTrouble('camera-gone')
      try {
        return await createImageBitmap(video)
      } catch (error) {
        throw new FaceTrouble('camera-gone', error)
      }
    },
    get ended() {
      return isOver()
    },
    onEnded: (listener) => track.addEventListener('ended', listener, { once: true }),
    stop,
  }
}

async function ask(video: MediaTrackConstraints): Promise<MediaStream> {
  // Absent where the page did not come over a connection that can be trusted.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices) throw new FaceTrouble('no-camera')
  try {
    return await devices.getUserMedia({ video, audio: false })
  } catch (error) {
    throw new FaceTrouble(kinds[(error as Error).name] ?? 'no-camera', error)
  }
}

async function show(video: HTMLVideoElement, stream: MediaStream): Promise<void> {
  video.muted = true
  video.playsInline = true
  video.srcObject = stream
  await video.play()
}
