import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ConflictNotice } from '#client/platform/editor/conflict-notice.tsx'
import { EditorHead } from '#client/platform/editor/editor-head.tsx'
import editor from '#client/platform/editor/editor.module.css'
import { PaneTabs } from '#client/platform/editor/pane-tabs.tsx'
import { deleteLetterDraft } from '#client/platform/offline/letter-drafts.ts'
import common from '#client/ui/common.module.css'
import { LetterPage } from '#client/ui/letter/letter-page.tsx'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import { availableFields } from '#shared/letters/letter-available-fields.rules.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import { isBlocking } from '#shared/letters/letter-finding.rules.ts'
import type { LetterEdit } from '#shared/letters/letter-template.contract.ts'
import { BlockList } from '../blocks/block-list.tsx'
import { joinGlyphs } from '../blocks/join-glyphs.ts'
import { LineBar } from '../blocks/line-bar.tsx'
import { TitleParts } from '../blocks/title-parts.tsx'
import { type ActiveLine, type Editing, EditingProvider, useEditing } from '../edit-context.ts'
import { useFieldName } from '../hooks/use-field-name.ts'
import { useLetterEdit } from '../hooks/use-letter-edit.ts'
import { usePreview } from '../hooks/use-preview.ts'
import { discardEdit, fetchEdit } from '../letter-edit.api.ts'
import { BackToLetters } from './back-to-letters.tsx'
import { Differences } from './differences.tsx'
import css from './editor.module.css'
import { LetterPublishSheet, LetterVersions } from './letter-versions.tsx'
import previewPaneStyles from './preview.module.css'
import { type Chosen, StudentPicker } from './student-picker.tsx'

/** Somebody else has changed the letter meanwhile: both copies where they differ. */
function LetterConflict({ onReopen }: { onReopen: () => void }) {
  const { t } = useTranslation('letters.editor')
  const { letter, template, published, copy } = useEditing()
  const question = useCallback(() => fetchEdit(letter), [letter])
  const giveUp = async () => {
    await deleteLetterDraft(letter)
    onReopen()
  }
  const insist = async (theirs: LetterEdit) => {
    await copy.insist(theirs.revision, template)
    // Published meanwhile: from now on it is compared with what is issued.
    if (theirs.published.version !== published.version) onReopen()
  }
  return (
    <ConflictNotice question={question} onTheirs={() => void giveUp()} onMine={(theirs) => void insist(theirs)}>
      {(theirs) => <Differences mine={template} theirs={theirs.template} others={t('conflict.others')} />}
    </ConflictNotice>
  )
}

/** What the draft looks like on paper, of a made-up family or a chosen student, with what is missing there. */
function PreviewPane() {
  const { t } = useTranslation('letters.editor')
  const { letter, template } = useEditing()
  const errorText = useErrorText()
  const fieldName = useFieldName()
  const [student, setStudent] = useState<Chosen>()
  const { drawn, failure, isLate, again } = usePreview(letter, template, student?.id ?? null)
  return (
    <section className={previewPaneStyles.preview} aria-label={t('preview.title')} aria-busy={isLate}>
      <StudentPicker student={student} onChoose={setStudent} />
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      <div role="status">
        {drawn && drawn.missing.length > 0 && (
          <p className={previewPaneStyles.missing}>
            {t('preview.missing')} {drawn.missing.map((field) => fieldName(field)).join(' · ')}
          </p>
        )}
        {drawn && drawn.missingGlyphs.length > 0 && (
          <p className={previewPaneStyles.missing}>
            {t('preview.glyphs')} <bdi>{drawn.missingGlyphs.join(' ')}</bdi>
          </p>
        )}
      </div>
      {drawn && student && drawn.isSample && <p className={common.small}>{t('preview.partly')}</p>}
      {!drawn && !failure && <p role="status">{t('preview.loading')}</p>}
      {drawn?.svg && <Picture svg={drawn.svg} isLate={isLate} />}
      {drawn?.page && <LetterPage letter={drawn.page} />}
    </section>
  )
}

/** The pages as an image: in one nothing runs, and nothing is fetched. */
function Picture({ svg, isLate }: { svg: string; isLate: boolean }) {
  const { t } = useTranslation('letters.editor')
  const address = useMemo(() => URL.createObjectURL(new Blob([joinGlyphs(svg)], { type: 'image/svg+xml' })), [svg])
  // The one before is shown until the next is drawn.
  useEffect(() => () => void setTimeout(() => URL.revokeObjectURL(address), 2000), [address])
  return (
    <img className={previewPaneStyles.paper} src={address} alt={t('preview.alt')} data-late={isLate || undefined} />
  )
}

interface EditorProps {
  opened: LetterEdit
  /** Words of an earlier visit that it goes on with. */
  begun: LetterTemplate | undefined
  justPublished: number | undefined
  /** Opens the letter again from the server, perhaps after it was published. */
  onReopen: (published?: number) => void
}

const panes = ['edit', 'preview'] as const

/** The editor of a letter: its blocks in both languages, and beside them what they look like. */
export function Editor({ opened, begun, justPublished, onReopen }: EditorProps) {
  const { t } = useTranslation('editor')
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
      <div className={`${editor.editor} ${css.editor}`} data-pane={pane}>
        <LetterHead justPublished={justPublished} onPublish={() => setIsPublishing(true)} onReopen={() => onReopen()} />
        {saving === 'conflict' && <LetterConflict onReopen={() => onReopen()} />}
        <div className={css.panes}>
          <PaneTabs panes={panes} nameOf={(each) => t(`panes.${each}`)} pane={pane} onPane={setPane} />
        </div>
        <div className={`${editor.body} ${css.body}`}>
          <div className={css.edit}>
            <LineBar line={line} fieldsRef={fieldList} />
            <TitleParts />
            <BlockList />
            <LetterVersions />
          </div>
          <div className={css.beside}>
            <PreviewPane />
          </div>
        </div>
      </div>
      {isPublishing && <LetterPublishSheet onPublished={onReopen} onClose={() => setIsPublishing(false)} />}
    </EditingProvider>
  )
}

interface HeadProps {
  justPublished: number | undefined
  onPublish: () => void
  onReopen: () => void
}

/** Which letter it is, whether it is saved, and what can be done with it as a whole. */
function LetterHead({ justPublished, onPublish, onReopen }: HeadProps) {
  const { t } = useTranslation(['letters.editor', 'editor'])
  const { letter, published, findings, ...edit } = useEditing()
  const discard = async (revision: number) => {
    await discardEdit(letter, revision)
    await deleteLetterDraft(letter)
  }
  return (
    <EditorHead
      {...edit}
      back={<BackToLetters />}
      title={t(`letter.${letter}`)}
      state={published.version === 0 ? t('head.ready') : t('editor:head.published', { version: published.version })}
      justPublished={justPublished}
      problems={findings.filter(isBlocking).length}
      isNew={false}
      discard={discard}
      onDiscarded={onReopen}
      onPublish={onPublish}
    />
  )
}
