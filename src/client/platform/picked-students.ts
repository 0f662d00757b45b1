// chunk: students
import { atom } from 'jotai'

/** The ids of students who were selected on one screen for what another one does with them. Kept in memory alone. */
export const pickedStudentsAtom = atom<readonly string[]>([])
