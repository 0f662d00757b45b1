import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ColumnMapping } from '#client/platform/files/column-mapping.tsx'
import { SaveButton } from '#client/platform/files/save-button.tsx'
import { useMappedFile } from '#client/platform/files/use-mapped-file.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { FileButton } from '#client/ui/fields/file-button.tsx'
import { importColumns, maxImportBytes } from '#shared/admissions/import/import-columns.rules.ts'
import { unreadableWords } from '#shared/admissions/import/import-reasons.rules.ts'
import type { Unreadable } from '#shared/admissions/import/student-import.contract.ts'
import { checkFile, saveTemplate } from '../student-import.api.ts'
import css from './import.module.css'

const tooLarge: Unreadable = { why: 'too-large', columns: [] }

/** Which file, and an empty one to be filled in. A file that is not read says why, with what to do. */
export function FileChoice({ onRead }: { onRead: (id: string) => void }) {
  const { t, i18n } = useTranslation('admissions.import')
  const errorText = useErrorText()
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  const { check, map, isPending, unreadable, error, read } = useMappedFile({
    send: checkFile,
    maxBytes: maxImportBytes,
    tooLarge,
    onRead,
  })
  return (
    <div className={css.box}>
      <p>{t('lead')}</p>
      <div className={css.actions}>
        <FileButton
          accept=".xlsx,.csv,.tsv,.txt"
          disabled={isPending}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) check(file)
            // The same file, mended, may be chosen once more.
            currentTarget.value = ''
          }}
        >
          {t('choose')}
        </FileButton>
        <SaveButton
          className={css.save}
          problemClass={common.bad}
          working={t('working')}
          onSave={() => saveTemplate(language)}
        >
          {t('template')}
        </SaveButton>
      </div>
      <p role="status" className={css.soft}>
        {isPending && t('reading')}
      </p>
      {unreadable && (
        <InlineNotice tone="problem">
          {unreadableWords[unreadable.why][language]}{' '}
          {unreadable.columns.map((column) => importColumns[column][language]).join(' · ')}
        </InlineNotice>
      )}
      {read && <ColumnMapping read={read} columns={importColumns} isPending={isPending} onMap={map} />}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </div>
  )
}
