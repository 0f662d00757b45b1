import { useCallback } from 'react'
import { ConflictNotice } from '#client/platform/editor/conflict-notice.tsx'
import type { SavedCopy } from '#client/platform/editor/saved-copy.ts'
import type { FormEdit } from '#shared/forms/editor/form-edit.contract.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { useEditing } from '../edit-context.ts'
import { fetchEdit } from '../form-edit.api.ts'

interface ConflictProps {
  copy: SavedCopy<FormDefinition>
  onReopen: () => void
}

/** Somebody else has changed the form meanwhile. */
export function FormConflict({ copy, onReopen }: ConflictProps) {
  const { slug, form, published } = useEditing()
  const question = useCallback(() => fetchEdit(slug), [slug])
  const insist = async (theirs: FormEdit) => {
    await copy.insist(theirs.revision, form)
    // Published meanwhile: from now on it is compared with what people have.
    if (theirs.published?.version !== published?.version) onReopen()
  }
  return <ConflictNotice question={question} onTheirs={onReopen} onMine={(theirs) => void insist(theirs)} />
}
