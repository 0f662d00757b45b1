import { type Dispatch, type SetStateAction, useState } from 'react'
import { useTill } from '#client/platform/offline/open-till.ts'
import type { Faces } from '#local/recognition/faces.types.ts'
import { startBands } from '#shared/recognition/face-bands.rules.ts'
import type { SeenFace } from '#shared/recognition/face-look.types.ts'
import { type GroupFace, namesOf, type Present, renamed, withFaces } from '../group-list.ts'

export interface NamingProps {
  faces: Faces
  className: string
  onPresent: Dispatch<SetStateAction<Present>>
}

/** What the list says to the faces of a look, and how a person corrects it. */
export function useNamedFaces({ faces, className, onPresent }: NamingProps) {
  const till = useTill()
  const [named, setNamed] = useState<readonly GroupFace[]>([])
  return {
    named,
    name: (seen: readonly SeenFace[]) => {
      const among = new Set<string>(till.customersInClass(className).map(({ id }) => id))
      const band = (faces.settings?.bands ?? startBands).group
      const found = namesOf(seen, band, (probe) => faces.among(among, probe))
      setNamed(found)
      onPresent((present) => withFaces(present, found))
    },
    rename: (index: number, person: string | null) => {
      setNamed(renamed(named, new Map(), index, person).faces)
      onPresent((present) => renamed(named, present, index, person).present)
    },
  }
}
