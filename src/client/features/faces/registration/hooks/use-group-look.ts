import { useEffect, useRef, useState } from 'react'
import { type FaceTroubleKind, troubleKindOf } from '#local/recognition/face-trouble.ts'
import type { SeenFace } from '#shared/recognition/face-look.types.ts'

export type GroupLook =
  | { at: 'none' }
  | { at: 'looking'; picture: ImageBitmap; done: number; of: number }
  | { at: 'seen'; picture: ImageBitmap }
  | { at: 'trouble'; kind: FaceTroubleKind }

/** Larger pictures are made smaller first: a face of 40 pixels in them is still one of 60 here. */
const maxSide = 1920
const maxFaces = 60

/** Looks for all faces of one picture, with progress, until it is stopped. Pictures stay in memory only. */
export function useGroupLook(onSeen: (faces: readonly SeenFace[]) => void): {
  look: GroupLook
  search(picture: ImageBitmap, isHard: boolean): void
  stop(): void
} {
  const [look, setLook] = useState<GroupLook>({ at: 'none' })
  const running = useRef<AbortController | null>(null)
  const stop = () => {
    running.current?.abort()
    running.current = null
    setLook({ at: 'none' })
  }
  useEffect(() => () => running.current?.abort(), [])
  const search = (picture: ImageBitmap, isHard: boolean) => {
    running.current?.abort()
    const leaving = new AbortController()
    running.current = leaving
    setLook({ at: 'looking', picture, done: 0, of: 0 })
    const tell = (done: number, of: number) => !leaving.signal.aborted && setLook({ at: 'looking', picture, done, of })
    const show = (faces: readonly SeenFace[]): void => {
      if (leaving.signal.aborted) return
      onSeen(faces)
      setLook({ at: 'seen', picture })
    }
    findFaces(picture, isHard, tell, leaving.signal).then(
      show,
      (error: unknown) =>
        !leaving.signal.aborted && setLook({ at: 'trouble', kind: troubleKindOf(error) ?? 'stalled' }),
    )
  }
  return { look, search, stop }
}

async function findFaces(
  picture: ImageBitmap,
  isHard: boolean,
  tell: (done: number, of: number) => void,
  signal: AbortSignal,
): Promise<readonly SeenFace[]> {
  const { openRecogniser } = await import('#client/platform/face/recogniser.ts')
  const recogniser = await openRecogniser()
  // The recogniser keeps what it is given; the screen goes on showing this one.
  const copy = await createImageBitmap(picture)
  const detector = isHard ? 'tiles' : 'ssd'
  try {
    const options = { want: 'describe', detector, most: maxFaces, signal, onFace: tell } as const
    return (await recogniser.look(copy, options)).faces
  } finally {
    recogniser.stop()
  }
}

/** A picture file as pixels no larger than is of use. @throws where it is no picture */
export async function readPicture(file: Blob): Promise<ImageBitmap> {
  const whole = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = maxSide / Math.max(whole.width, whole.height)
  if (scale >= 1) return whole
  const resizeWidth = Math.round(whole.width * scale)
  const small = await createImageBitmap(whole, { resizeWidth, resizeQuality: 'high' })
  whole.close()
  return small
}
