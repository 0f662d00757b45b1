import { type Camera, openCamera } from './camera.ts'
import { openRecogniser, type Recogniser } from './recogniser.ts'

/** Camera and recogniser at once, since each takes its time; where one of them cannot be had, neither stays open. @throws FaceTrouble */
export async function openCameraAndModel(video: HTMLVideoElement): Promise<[Camera, Recogniser]> {
  const opening = [openCamera(video), openRecogniser()] as const
  try {
    return await Promise.all(opening)
  } catch (error) {
    for (const each of opening) {
      each.then(
        (open) => open.stop(),
        () => undefined,
      )
    }
    throw error
  }
}
