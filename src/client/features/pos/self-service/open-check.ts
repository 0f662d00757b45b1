import { openCameraAndModel } from '#client/platform/face/open-both.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { CheckParts } from './check-face.ts'
import type { HeadTurn } from './face-liveness.rules.ts'

/** The camera and the recogniser for one check. @throws FaceTrouble */
export async function openCheck(
  video: HTMLVideoElement,
): Promise<Pick<CheckParts, 'look' | 'nowMs' | 'side'> & { close(): void }> {
  const [camera, recogniser] = await openCameraAndModel(video)
  return {
    look: async (want) => recogniser.look(await camera.frame(), { want }),
    nowMs: machineClock.nowMs,
    side: randomSide(),
    close: () => {
      camera.stop()
      recogniser.stop()
    },
  }
}

const randomSide = (): HeadTurn => ((machineRandom.bytes(1)[0] ?? 0) % 2 === 0 ? 'left' : 'right')
