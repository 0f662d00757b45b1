import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { SaveButton } from '#client/platform/files/save-button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { FileButton } from '#client/ui/fields/file-button.tsx'
import { importColumns } from '#shared/admissions/import/import-columns.rules.ts'
import { unreadableWords } from '#shared/admissions/import/import-reasons.rules.ts'
import { useCheck } from '../hooks/use-check.ts'
import { saveTemplate } from '../student-import.api.ts'
import { ColumnMapping } from './column-mapping.tsx'
import css from './import.module.css'

/** Which file, and an empty one to be filled in. A file that is not read says why, with what to do. */
export function FileChoice({ onRead }: { onRead: (id: string) => void }) {
  const { t, i18n } = useTranslation('admissions.import')
  const errorText = useErrorText()
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  const { check, map, isPending, unreadable, error, read } = useCheck(onRead)
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
      {read && read.heads.length > 0 && (
        <ColumnMapping key={read.file.name} read={read} isPending={isPending} onMap={map} />
      )}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </div>
  )
}
