import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { ShownFileView } from '#client/platform/files/shown-file.tsx'
import type { useShownFile } from '#client/platform/files/use-shown-file.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { DocumentFile, DocumentItem } from '#shared/documents/document.contract.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { fetchDocument } from '../document.api.ts'
import css from './documents.module.css'

interface FilesProps {
  studentId: string
  item: DocumentItem
  shown: ReturnType<typeof useShownFile>
}

/** Every file that came, the latest first, and the picture of the one that is looked at. */
export function DocumentFiles({ studentId, item: { files }, shown: { shown, failure, look } }: FilesProps) {
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
