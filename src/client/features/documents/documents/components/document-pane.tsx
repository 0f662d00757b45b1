import { type Ref, useCallback, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { ShownFileView } from '#client/platform/files/shown-file.tsx'
import { useShownFile } from '#client/platform/files/use-shown-file.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { DocumentFile, DocumentItem } from '#shared/documents/document.contract.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { byStaff, fetchDocument } from '../document.api.ts'
import { SendFiles } from '../family/send-files.tsx'
import type { Decided, Documents } from '../hooks/use-documents.ts'
import { useFirstLook } from '../hooks/use-first-look.ts'
import { useSendQueue } from '../hooks/use-send-queue.ts'
import { actKind } from './act-kind.ts'
import { DecideForm, isAtOnce, needsDay } from './decide-form.tsx'
import { DocumentAbout } from './document-about.tsx'
import { DocumentHistory } from './document-history.tsx'
import css from './documents.module.css'

interface FilesProps {
  studentId: string
  item: DocumentItem
  shown: ReturnType<typeof useShownFile>
}

/** Every file that came, the latest first, and the picture of the one that is looked at. */
function DocumentFiles({ studentId, item: { files }, shown: { shown, failure, look } }: FilesProps) {
  const { t } = useTranslation('documents')
  const errorText = useErrorText()
  return (
    <section aria-labelledby="files-title">
      <h3 id="files-title">{t('files.title')}</h3>
      {files.length === 0 && <p className={common.soft}>{t('files.none')}</p>}
      {failure && <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>}
      {shown && (
        <ShownFileView
          shown={shown}
          alt={t('files.shown', { name: `\u2068${shown.name}\u2069` })}
          words={{ pdf: t('files.pdf'), open: t('files.open'), save: t('files.save') }}
        />
      )}
      <ul className={css.files}>
        {files.map((file) => (
          <FileLine
            key={file.doc_id}
            file={file}
            isShown={shown?.id === file.doc_id}
            onLook={() => void look(file.doc_id, () => fetchDocument(studentId, file.doc_id))}
          />
        ))}
      </ul>
    </section>
  )
}

function FileLine({ file, isShown, onLook }: { file: DocumentFile; isShown: boolean; onLook: () => void }) {
  const { t } = useTranslation('documents')
  const pick = useBilingual()
  const format = useFormat()
  const { doc_name, admission_id, state, from, by, addedAt, decided } = file
  const notes = [
    t(`files.from.${from}`),
    ...(by ? [pick(by.name)] : []),
    format.dateTime(addedAt),
    t('files.reference', { reference: `\u2066${formatReference(admission_id)}\u2069` }),
    ...(state === 'complete' ? [] : [t(`files.${state}`)]),
    ...(decided ? [t(`files.${decided}`)] : []),
  ]
  return (
    <li className={css.file} data-shown={isShown || undefined}>
      <bdi className={css.fileName}>{doc_name}</bdi>
      <span className={common.soft}>{notes.join(' · ')}</span>
      {state === 'complete' && (
        <button type="button" className={css.button} onClick={onLook}>
          {t('files.look')} <span className="visually-hidden">{doc_name}</span>
        </button>
      )}
    </li>
  )
}

/** What the keyboard asks of it. */
export interface PaneHandle {
  look(): void
  begin(act: Decided): void
  /** Takes the focus where what had it is gone. */
  focus(): void
}

interface PaneProps {
  ref: Ref<PaneHandle>
  studentId: string
  item: DocumentItem
  documents: Documents
  /** In a dialog that has the name of the document for its title. */
  isTitled?: boolean
  /** The review has led here from the document before: what an approval needs is asked for at once. */
  isNext?: boolean
}

/** One document: its files, what may be done with it, and what was done. */
export function DocumentPane({ ref, studentId, item, documents, isTitled, isNext = false }: PaneProps) {
  const { t } = useTranslation('documents')
  const pick = useBilingual()
  const { again, decide, error, doneWith, isPending } = documents
  const [act, setAct] = useState<Decided | undefined>(isNext && needsDay('approve', item) ? 'approve' : undefined)
  const shown = useShownFile()
  const acts = item.acts.filter((each) => each !== 'upload')
  const begin = (next: Decided) => {
    if (!acts.includes(next)) return
    if (isAtOnce(next, item)) void decide(item, next)
    else setAct(next)
  }
  const actions = useRef<HTMLDivElement>(null)
  const leave = () => {
    setAct(undefined)
    actions.current?.querySelector('button')?.focus()
  }
  const first = item.files.find(({ state }) => state === 'complete')
  const look = ({ doc_id: id }: DocumentFile) => shown.look(id, () => fetchDocument(studentId, id))
  useFirstLook(item, first, look)
  const heading = useRef<HTMLHeadingElement>(null)
  const focus = () => heading.current?.focus()
  useImperativeHandle(ref, () => ({ begin, focus, look: () => first && void look(first) }))
  return (
    <section className={css.pane} data-bare={isTitled || undefined} aria-label={pick(item.type.label)}>
      {!isTitled && (
        <h2 ref={heading} tabIndex={-1}>
          {pick(item.type.label)}
        </h2>
      )}
      <div className={css.decide} data-column="decide">
        <DocumentAbout item={item} />
        {isTitled && <p>{t(`next.${item.state}`)}</p>}
        <Outcome error={error} isDone={doneWith === item.type.code} />
        <div ref={actions} className={common.actions}>
          {acts
            .filter((each) => each !== 'approve' || act !== 'approve')
            .map((each) => (
              <Button
                key={each}
                kind={actKind(each, act)}
                isWorking={isPending && act === each}
                onClick={() => begin(each)}
              >
                {t(`act.${each}`)}
              </Button>
            ))}
        </div>
        {act && acts.includes(act) && (
          <DecideForm key={act} act={act} item={item} documents={documents} onClose={leave} />
        )}
      </div>
      {!item.isWithheld && (
        <div className={css.seen}>
          <Uploaded studentId={studentId} item={item} shown={shown} again={again} />
        </div>
      )}
    </section>
  )
}

/** Why a decision was refused, or that it was taken. */
function Outcome({ error, isDone }: { error: Documents['error']; isDone: boolean }) {
  const { t } = useTranslation('documents')
  const errorText = useErrorText()
  return (
    <>
      {error && (
        <InlineNotice tone="problem">{error === 'document.changed' ? t('clash') : errorText(error)}</InlineNotice>
      )}
      <InlineNotice tone="success">{isDone && t('done')}</InlineNotice>
    </>
  )
}

interface UploadedProps {
  studentId: string
  item: DocumentItem
  shown: ReturnType<typeof useShownFile>
  /** Another file has come. */
  again: () => void
}

/** What has come, the way to add to it, and what was done with it. */
function Uploaded({ studentId, item, shown, again }: UploadedProps) {
  const pick = useBilingual()
  const carrierOf = useCallback((type: string) => Promise.resolve(byStaff(studentId, type)), [studentId])
  const sending = useSendQueue(carrierOf, again)
  return (
    <>
      <DocumentFiles studentId={studentId} item={item} shown={shown} />
      <SendFiles
        type={item.type}
        name={pick(item.type.label)}
        sending={sending}
        maySend={item.acts.includes('upload')}
      />
      <DocumentHistory deeds={item.deeds} />
    </>
  )
}
