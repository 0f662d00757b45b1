import type { Till } from '#local/pos/till.types.ts'
import type { Faces } from '#local/recognition/faces.types.ts'
import { sameBelow } from '#shared/recognition/face-enrolment.rules.ts'

/**
 * Somebody else whose face on this tablet could be the same person's; null when there is none. The server looks again
 * among all faces of the school.
 */
export function findLocalLookalike(
  faces: Faces,
  till: Pick<Till, 'classes' | 'customersInClass'>,
  pupilId: string,
  samples: readonly Float32Array[],
): string | null {
  const others = till.classes.flatMap((name) => till.customersInClass(name).map(({ id }) => id as string))
  const among = new Set(others.filter((id) => id !== pupilId))
  const nearest = samples
    .map((sample) => faces.among(among, sample))
    .reduce((one, other) => (other.distance < one.distance ? other : one))
  return nearest.distance < sameBelow ? nearest.person : null
}
