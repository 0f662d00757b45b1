// chunk: family
import { createContext, use } from 'react'
import type { FamilyChild } from '#shared/overview/family/family-home.contract.ts'
import { useChildName } from '../use-child-name.ts'
import css from './family.module.css'

const colours = 6

/** The children of the family in the order of their files: each keeps its colour when another one is added. */
export const Siblings = createContext<readonly FamilyChild[]>([])

/** The initial of a child on its own colour, beside its name, so that nothing is read aloud twice. */
export function ChildFace({ child, isSmall = false }: { child: FamilyChild; isSmall?: boolean }) {
  const { first } = useChildName()
  const place = use(Siblings).findIndex(({ studentId }) => studentId === child.studentId)
  return (
    <span
      className={css.face}
      data-colour={Math.max(0, place) % colours}
      data-small={isSmall || undefined}
      aria-hidden="true"
    >
      {[...first(child)][0]}
    </span>
  )
}
