import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { messageIdOf } from '#client/platform/use-answer.ts'
import type { DocumentFile, DocumentItem } from '#shared/contract/document.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { showReference } from '#shared/rules/reference-number.rules.ts'
import { fetchDocument } from '../document.api.ts'
import css from './documents.module.css'

/** The file that is looked at: in memory, as long as it is shown. */
export function useShownFile(studentId: string) {
  const [shown, setShown] = useState<{ id: string; name: string; url: string }>()
  const [failure, setFailure] = useState<MessageId>()
  useEffect(() => () => shown && URL.revokeObjectURL(shown.url), [shown])
  const look = async ({ doc_id: id, kind }: DocumentFile) => {
    try {
      const file = await fetchDocument(studentId, id)
      setFailure(undefined)
      const url = URL.createObjectURL(file)
      if (kind !== 'pdf') return setShown({ id, name: file.name, url })
      Object.assign(document.createElement('a'), { href: url, download: file.name }).click()
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    } catch (error) {
      setFailure(messageIdOf(error))
    }
  }
  return { shown, failure, look }
}

interface FilesProps {
  item: DocumentItem
  shown: ReturnType<typeof useShownFile>
}

/** Every file that came, the latest first, and the picture of the one that is looked at. */
export function DocumentFiles({ item: { files }, shown: { shown, failure, look } }: FilesProps) {
  const { t } = useTranslation('documents')
  const errorText = useErrorText()
  return (
    <section aria-labelledby="files-title">
      <h3 id="files-title">{t('files.title')}</h3>
      {files.length === 0 && <p className={css.soft}>{t('files.none')}</p>}
      {failure && <p role="alert">{errorText(failure)}</p>}
      <ul className={css.files}>
        {files.map((file) => (
          <FileLine key={file.doc_id} file={file} isShown={shown?.id === file.doc_id} onLook={() => void look(file)} />
        ))}
      </ul>
      {shown && (
        <img className={css.picture} src={shown.url} alt={t('files.shown', { name: `\u2068${shown.name}\u2069` })} />
      )}
    </section>
  )
}

function FileLine({ file, isShown, onLook }: { file: DocumentFile; isShown: boolean; onLook: () => void }) {
  const { t } = useTranslation('documents')
  const pick = useBilingual()
  const format = useFormat()
  const { doc_name, admission_id, kind, state, from, by, addedAt, decided } = file
  const notes = [
    t(`files.from.${from}`),
    ...(by ? [pick(by.name)] : []),
    format.dateTime(addedAt),
    t('files.reference', { reference: `\u2066${showReference(admission_id)}\u2069` }),
    ...(state === 'complete' ? [] : [t(`files.${state}`)]),
    ...(decided ? [t(`files.${decided}`)] : []),
  ]
  return (
    <li className={css.file} data-shown={isShown || undefined}>
      <bdi className={css.fileName}>{doc_name}</bdi>
      <span className={css.soft}>{notes.join(' · ')}</span>
      {state === 'complete' && (
        <button type="button" className={css.button} onClick={onLook}>
          {t(kind === 'pdf' ? 'files.save' : 'files.look')} <span className="visually-hidden">{doc_name}</span>
        </button>
      )}
      {kind === 'pdf' && state === 'complete' && <span className={css.soft}>{t('files.pdf')}</span>}
    </li>
  )
}
