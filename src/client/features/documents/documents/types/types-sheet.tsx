import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { DocumentType } from '#shared/documents/document-type.contract.ts'
import { readTypes } from '../document-desk.api.ts'
import { newType } from './type-draft.ts'
import { TypeForm } from './type-form.tsx'
import { buttonOf, TypeList } from './type-list.tsx'

/** Which papers this school asks for: read by all who see documents, set by the person who may. */
export function TypesSheet({ mayEdit, onClose }: { mayEdit: boolean; onClose: () => void }) {
  const { t } = useTranslation('documents.required')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(readTypes)
  const [open, setOpen] = useState<DocumentType>()
  /** The paper that was open last: its button gets the focus back. */
  const [last, setLast] = useState<string>()
  const [isSaved, setSaved] = useState(false)
  const edit = (type: DocumentType) => {
    setSaved(false)
    setLast(type.code)
    setOpen(type)
  }
  const leave = (saved: boolean) => {
    setSaved(saved)
    setOpen(undefined)
    if (saved) again()
  }
  return (
    <Sheet title={t('types.title')} size="wide" onClose={onClose}>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && open && <TypeForm standing={answer} opened={open} again={again} onLeave={leave} />}
      {answer && !open && (
        <>
          <p className={common.soft}>{t(answer.version === 0 ? 'types.ready' : 'types.own')}</p>
          <p role="status">{isSaved && t('types.saved')}</p>
          <TypeList set={answer} last={last} again={again} onEdit={mayEdit ? edit : undefined} />
          {mayEdit && (
            <Button id={buttonOf(newType.code)} onClick={() => edit(newType)}>
              {t('types.add')}
            </Button>
          )}
        </>
      )}
    </Sheet>
  )
}
