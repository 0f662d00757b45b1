import { type Ref, useCallback, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useShownFile } from '#client/platform/files/use-shown-file.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { DocumentFile, DocumentItem } from '#shared/documents/document.contract.ts'
import { byStaff, fetchDocument } from '../document.api.ts'
import { SendFiles } from '../family/send-files.tsx'
import type { Decided, Documents } from '../hooks/use-documents.ts'
import { useFirstLook } from '../hooks/use-first-look.ts'
import { useSendQueue } from '../hooks/use-send-queue.ts'
import { actKind } from './act-kind.ts'
import { DecideForm, isAtOnce, needsDay } from './decide-form.tsx'
import { DocumentAbout } from './document-about.tsx'
import { DocumentFiles } from './document-files.tsx'
import { DocumentHistory } from './document-history.tsx'
import css from './documents.module.css'

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
