import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { deleteLetterDraft } from '#client/platform/offline/letter-drafts.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import { LetterPage } from '#client/ui/letter/letter-page.tsx'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import { availableFields } from '#shared/letters/letter-available-fields.rules.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import type { LetterEdit } from '#shared/letters/letter-template.contract.ts'
import { BlockList } from '../blocks/block-list.tsx'
import { joinGlyphs } from '../blocks/join-glyphs.ts'
import { LineBar } from '../blocks/line-bar.tsx'
import { TitleParts } from '../blocks/title-parts.tsx'
import { type ActiveLine, type Editing, EditingProvider, useEditing } from '../edit-context.ts'
import { useFieldName } from '../hooks/use-field-name.ts'
import { useLetterEdit } from '../hooks/use-letter-edit.ts'
import { usePreview } from '../hooks/use-preview.ts'
import { fetchEdit } from '../letter-edit.api.ts'
import { Differences } from './differences.tsx'
import css from './editor.module.css'
import { EditorHead } from './editor-head.tsx'
import previewPaneStyles from './preview.module.css'
import { PublishSheet } from './publish-sheet.tsx'
import { type Chosen, StudentPicker } from './student-picker.tsx'
import { VersionList } from './version-list.tsx'

/** Somebody else has changed the letter meanwhile: both copies where they differ, and the choice whose goes on. */
function ConflictNotice({ onReopen }: { onReopen: () => void }) {
  const { t } = useTranslation('letters.editor')
  const pick = useBilingual()
  const format = useFormat()
  const errorText = useErrorText()
  const { letter, template, published, copy } = useEditing()
  const question = useCallback(() => fetchEdit(letter), [letter])
  const { answer, failure } = useAnswer(question)
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
    <div role="alert" className={css.conflict}>
      <strong>{t('conflict.title')}</strong>
      <p>
        {answer?.edited && (
          <>
            <bdi>{answer.edited.by ? pick(answer.edited.by) : ''}</bdi> · <bdi>
              {format.dateTime(answer.edited.at)}
            </bdi>{' '}
          </>
        )}
        {t('conflict.text')}
      </p>
      {failure && <p>{errorText(failure)}</p>}
      {answer && <Differences mine={template} theirs={answer.template} others={t('conflict.others')} />}
      <button type="button" className={css.button} onClick={() => void giveUp()}>
        {t('conflict.theirs')}
      </button>{' '}
      {answer && (
        <button type="button" className={css.button} onClick={() => void insist(answer)}>
          {t('conflict.mine')}
        </button>
      )}
    </div>
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
