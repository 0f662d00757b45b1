import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import editor from '#client/platform/editor/editor.module.css'
import { PaneTabs } from '#client/platform/editor/pane-tabs.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import type { FormEdit } from '#shared/forms/editor/form-edit.contract.ts'
import type { Part } from '#shared/forms/form-definition.contract.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { EditingProvider, editId, useEditing } from '../edit-context.ts'
import { freeKey, keysBeside } from '../edit-keys.ts'
import { insertAt, kindOf, valueAt } from '../edit-tree.ts'
import { BlockPanel, FieldPanel } from '../fields/field-panel.tsx'
import { FormPanel } from '../fields/form-panel.tsx'
import { focusLater, panelHeadId } from '../focus.ts'
import { useFormEdit } from '../hooks/use-form-edit.ts'
import { newPart, partTypes } from '../new-parts.ts'
import { Outline } from '../outline/outline.tsx'
import { PagePanel, SectionPanel } from '../outline/place-panels.tsx'
import { FormConflict } from '../publish/form-conflict.tsx'
import { FormPublishSheet } from '../publish/form-publish-sheet.tsx'
import { type Preview, PreviewPane } from '../publish/preview-pane.tsx'
import addSheetStyles from './add-sheet.module.css'
import css from './form-editor.module.css'
import { FormHead } from './form-head.tsx'

/** What kind of question is to be added at the end of a list. A block has no blocks in it. */
function AddSheet({ list, onClose }: { list: string; onClose: () => void }) {
  const { t } = useTranslation('forms.editor')
  const { form, change } = useEditing()
  const types = partTypes
    .filter((type) => type !== 'repeat' || list.endsWith('.parts'))
    .filter((type) => type !== 'file' || form.purpose !== 'criteria')
  const add = (type: Part['type']) => {
    const there = valueAt(form, list)
    const path = `${list}.${Array.isArray(there) ? there.length : 0}`
    const key = freeKey(type === 'repeat' ? 'block' : 'question', keysBeside(form, path), 'question')
    change(insertAt(form, path, newPart(type, key)), path)
    onClose()
    focusLater(() => document.getElementById(editId(`${path}.label.en`)))
  }
  return (
    <Sheet title={t('add.title')} size="wide" onClose={onClose}>
      <ul className={addSheetStyles.types}>
        {types.map((type, no) => (
          <li key={type}>
            <button
              type="button"
              className={addSheetStyles.type}
              data-autofocus={no === 0 || undefined}
              onClick={() => add(type)}
            >
              <strong>{t(`type.${type}`)}</strong>
              <small>{t(`typeHint.${type}`)}</small>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

interface EditorProps {
  opened: FormEdit
  justPublished: number | undefined
  Preview: Preview
  /** Opens the form again from the server, perhaps after it was published. */
  onReopen: (published?: number) => void
}

const panes = ['outline', 'edit', 'preview'] as const
type Pane = (typeof panes)[number]

/** The form editor: what there is at one side, what is chosen in the middle, how it looks at the other side. */
export function Editor({ opened, justPublished, Preview, onReopen }: EditorProps) {
  const { t } = useTranslation(['forms.editor', 'editor'])
  const edit = useFormEdit(opened)
  const [pane, setPane] = useState<Pane>('outline')
  const [adding, setAdding] = useState<string>()
  const [isPublishing, setIsPublishing] = useState(false)
  const { editing, copy, saving } = edit
  const nameOfPane = (each: Pane) => (each === 'outline' ? t('panes.outline') : t(`editor:panes.${each}`))
  // Whose copy goes on is asked in the page below the sheet.
  if (isPublishing && saving === 'conflict') setIsPublishing(false)
  // In the hand there is room for one of the three: anyone who chooses something wants to edit it.
  const inHand = {
    ...editing,
    select: (path: string) => {
      editing.select(path)
      setPane('edit')
      // Anyone who chose something in the outline goes on there.
      focusLater(() => document.getElementById(panelHeadId))
    },
    change: (form: typeof editing.form, selected?: string, removed?: string) => {
      editing.change(form, selected, removed)
      if (selected !== undefined && kindOf(selected) !== 'form') setPane((now) => (now === 'preview' ? now : 'edit'))
    },
  }
  return (
    <EditingProvider value={inHand}>
      <div className={`${editor.editor} ${css.editor}`} data-pane={pane}>
        <FormHead {...edit} justPublished={justPublished} onPublish={() => setIsPublishing(true)} onReopen={onReopen} />
        {saving === 'conflict' && <FormConflict copy={copy} onReopen={() => onReopen()} />}
        <div className={css.panes}>
          <PaneTabs panes={panes} nameOf={nameOfPane} pane={pane} onPane={setPane} />
        </div>
        <div className={`${editor.body} ${css.body}`}>
          <div className={css.outline}>
            <Outline onAdd={setAdding} />
          </div>
          <div className={css.edit}>
            <SelectedPanel />
          </div>
          <div className={css.preview}>
            <PreviewPane Preview={Preview} />
          </div>
        </div>
      </div>
      {adding !== undefined && <AddSheet list={adding} onClose={() => setAdding(undefined)} />}
      {isPublishing && (
        <FormPublishSheet copy={copy} saving={saving} onPublished={onReopen} onClose={() => setIsPublishing(false)} />
      )}
    </EditingProvider>
  )
}

/** What is chosen in the outline, to be edited. */
function SelectedPanel() {
  const { form, selected } = useEditing()
  switch (kindOf(selected)) {
    case 'form':
      return <FormPanel />
    case 'page':
      return <PagePanel key={selected} node={selected} />
    case 'section':
      return <SectionPanel key={selected} node={selected} />
    default: {
      const part = valueAt(form, selected) as Part | undefined
      if (!part) return null
      if (part.type === 'repeat') return <BlockPanel key={selected} node={selected} block={part} />
      return <FieldPanel key={selected} node={selected} field={part satisfies Field} />
    }
  }
}
