import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { availableFields } from '#shared/letters/letter-available-fields.rules.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import type { LetterEdit } from '#shared/letters/letter-template.contract.ts'
import { BlockList } from '../blocks/block-list.tsx'
import { LineBar } from '../blocks/line-bar.tsx'
import { TitleParts } from '../blocks/title-parts.tsx'
import { type ActiveLine, type Editing, EditingProvider } from '../edit-context.ts'
import { useLetterEdit } from '../hooks/use-letter-edit.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import css from './editor.module.css'
import { EditorHead } from './editor-head.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { PublishSheet } from './publish-sheet.tsx'
import { VersionList } from './version-list.tsx'

interface EditorProps {
  opened: LetterEdit
  /** Words of an earlier visit that it goes on with. */
  begun: LetterTemplate | undefined
  justPublished: number | undefined
  /** Opens the letter anew from the server, perhaps after it was published. */
  onReopen: (published?: number) => void
}

const panes = ['edit', 'preview'] as const

/** The editor of a letter: its blocks in both languages, and beside them what they look like. */
export function Editor({ opened, begun, justPublished, onReopen }: EditorProps) {
  const { t } = useTranslation('letters.editor')
  const edit = useLetterEdit(opened, begun)
  const [pane, setPane] = useState<(typeof panes)[number]>('edit')
  const [line, setLine] = useState<ActiveLine>()
  const [isPublishing, setIsPublishing] = useState(false)
  const fieldList = useRef<HTMLSelectElement>(null)
  const { template, change, saving, letter } = edit
  // Whose copy goes on is asked in the page below the sheet.
  if (isPublishing && saving === 'conflict') setIsPublishing(false)
  const { always, sometimes } = availableFields(letter)
  const editing: Editing = {
    ...edit,
    fields: [...always, ...sometimes],
    put: (no, block, typedAt) => change({ ...template, blocks: template.blocks.with(no, block) }, typedAt),
    setActive: setLine,
    chooseField: () => {
      fieldList.current?.focus()
      // Not every browser opens a list that nobody has clicked.
      try {
        fieldList.current?.showPicker()
      } catch {
        // It has the focus: the arrow keys choose.
      }
    },
  }
  return (
    <EditingProvider value={editing}>
      <div className={css.editor} data-pane={pane}>
        <EditorHead justPublished={justPublished} onPublish={() => setIsPublishing(true)} onReopen={() => onReopen()} />
        {saving === 'conflict' && <ConflictNotice onReopen={() => onReopen()} />}
        <div className={css.panes} role="group" aria-label={t('panes.title')}>
          {panes.map((each) => (
            <button
              key={each}
              type="button"
              className={css.button}
              aria-pressed={pane === each}
              onClick={() => setPane(each)}
            >
              {t(`panes.${each}`)}
            </button>
          ))}
        </div>
        <div className={css.body}>
          <div className={css.edit}>
            <LineBar line={line} fieldsRef={fieldList} />
            <TitleParts />
            <BlockList />
            <VersionList />
          </div>
          <div className={css.beside}>
            <PreviewPane />
          </div>
        </div>
      </div>
      {isPublishing && <PublishSheet onPublished={onReopen} onClose={() => setIsPublishing(false)} />}
    </EditingProvider>
  )
}
