import { openCameraAndModel } from '#client/platform/face/open-both.ts'
import { machineClock } from '#local/kernel/machine.ts'
import type { CaptureParts } from './capture-samples.ts'

/** The camera and the recogniser for one registration, at the camera's best. @throws FaceTrouble */
export async function openStudio(
  video: HTMLVideoElement,
): Promise<Pick<CaptureParts, 'look' | 'nowMs'> & { close(): void }> {
  const [camera, recogniser] = await openCameraAndModel(video)
  return {
    look: async () => {
      const frame = await camera.frame()
      const still = await smallPicture(frame)
      return { look: await recogniser.look(frame, { want: 'describe', detector: 'ssd' }), still }
    },
    nowMs: machineClock.nowMs,
    close: () => {
      camera.stop()
      recogniser.stop()
    },
  }
}

const previewWidth = 240

/** For one look by eye; never stored, never sent. */
async function smallPicture(frame: ImageBitmap): Promise<Blob> {
  const height = Math.round((frame.height / frame.width) * previewWidth)
  const canvas = new OffscreenCanvas(previewWidth, height)
  canvas.getContext('2d')?.drawImage(frame, 0, 0, previewWidth, height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
}
