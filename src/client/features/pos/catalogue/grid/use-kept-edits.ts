import { useMemo, useState } from 'react'
import { type KeptDraft, useKept } from '#client/platform/editor/use-versioned-draft.ts'
import { deleteEdit } from '#client/platform/offline/edit-drafts.ts'
import type { Catalogue } from '#shared/pos/catalogue-edit.contract.ts'
import type { GridEdits, GridFaults } from './grid-cells.ts'
import { draftOfEdits, editsOfDraft } from './grid-draft.ts'

/** Name of the draft of a grid on this device. @param day first day of planned prices; undefined for the grid as of now */
export const gridDraftName = (day: string | undefined): string => `catalogue:grid:${day ?? 'now'}`

const none: GridEdits = new Map()
const noFaults: GridFaults = new Map()

/** The edits of a grid and their faults; what is typed is kept on this device until it is saved or undone. */
export function useKeptEdits(catalogue: Catalogue, day: string | undefined, kept: KeptDraft | undefined) {
  const [began] = useState(() => editsOfDraft(kept?.draft, catalogue))
  const [edits, setEdits] = useState<GridEdits>(began.edits)
  const [faults, setFaults] = useState<GridFaults>(began.faults)
  const [isBack, setBack] = useState(began.edits.size > 0)
  const unsaved = useMemo(() => {
    const draft = draftOfEdits(edits, catalogue)
    return draft && { seen: 0, draft }
  }, [edits, catalogue])
  useKept(gridDraftName(day), unsaved)
  const drop = () => deleteEdit(gridDraftName(day))
  return {
    edits,
    setEdits: (next: GridEdits) => {
      setEdits(next)
      if (next.size === 0) void drop()
    },
    faults,
    setFaults,
    /** What is shown was typed at an earlier visit. */
    isBack: isBack && edits.size > 0,
    clear: () => {
      setEdits(none)
      setFaults(noFaults)
      setBack(false)
      return drop()
    },
  }
}
