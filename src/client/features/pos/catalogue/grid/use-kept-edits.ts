import { useMemo, useState } from 'react'
import { type KeptDraft, useKept } from '#client/platform/editor/use-versioned-draft.ts'
import { deleteEdit } from '#client/platform/offline/edit-drafts.ts'
import type { Catalogue } from '#shared/pos/catalogue-edit.contract.ts'
import { type CellFault, type GridColumn, gridColumns, type GridEdits, type GridFaults } from './grid-cells.ts'

/** Unsaved edits of a grid as they are kept on this device, with the versions of the items that they were typed upon. */
export interface GridDraft {
  edits: Record<string, Partial<Record<GridColumn, string>>>
  versions: Record<string, number>
}

/** Returns what is kept of the edits; undefined where there are none. */
export function draftOfEdits(edits: GridEdits, { items }: Pick<Catalogue, 'items'>): GridDraft | undefined {
  if (edits.size === 0) return undefined
  const known = new Map<string, number>(items.map(({ id, version }) => [id, version]))
  return {
    edits: Object.fromEntries(edits),
    versions: Object.fromEntries([...edits.keys()].map((id) => [id, known.get(id) ?? 0])),
  }
}

export interface KeptEdits {
  edits: GridEdits
  /** Cells of items that somebody else has changed since: their text stays, and they ask to be checked. */
  faults: GridFaults
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Returns the edits of an earlier visit, as far as the items and the columns are still there. */
export function editsOfDraft(draft: object | undefined, { items }: Pick<Catalogue, 'items'>): KeptEdits {
  const { edits, versions }: { edits?: unknown; versions?: unknown } = draft ?? {}
  const found = new Map<string, Partial<Record<GridColumn, string>>>()
  const faults = new Map<string, Partial<Record<GridColumn, CellFault>>>()
  if (!isRecord(edits)) return { edits: found, faults }
  for (const { id, version } of items) {
    const typed = edits[id]
    if (!isRecord(typed)) continue
    const cells = gridColumns.flatMap((column) => {
      const text = typed[column]
      return typeof text === 'string' ? [[column, text] as const] : []
    })
    if (cells.length === 0) continue
    found.set(id, Object.fromEntries(cells))
    const isSame = isRecord(versions) && versions[id] === version
    if (!isSame) faults.set(id, Object.fromEntries(cells.map(([column]) => [column, 'changedSince' as const])))
  }
  return { edits: found, faults }
}

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
