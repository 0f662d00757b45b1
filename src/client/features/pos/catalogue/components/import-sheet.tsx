import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { FileButton } from '#client/ui/fields/file-button.tsx'
import { unreadableSheetWords } from '#shared/lists/unreadable-sheet-words.ts'
import { type CatalogueImport, catalogueColumns, maxCatalogueBytes } from '#shared/pos/catalogue-import.contract.ts'
import { sendFile } from '../catalogue.api.ts'
import outcome from '#client/ui/tables/import-outcome.module.css'
import css from './catalogue.module.css'

interface ImportSheetProps {
  onClose: () => void
  /** Something was imported. */
  onDone: () => void
}

type Unreadable = NonNullable<CatalogueImport['unreadable']>
const tooLarge: Unreadable = { why: 'too-large', columns: [] }

/** Reads a spreadsheet of items, shows what would become of each row, and imports it when told. */
export function ImportSheet({ onClose, onDone }: ImportSheetProps) {
  const { t } = useTranslation('pos.catalogue')
  const errorText = useErrorText()
  const [file, setFile] = useState<File>()
  const [read, setRead] = useState<CatalogueImport>()
  const check = useMutation((chosen: File) => sendFile(chosen, false), { onSuccess: setRead })
  const apply = useMutation((chosen: File) => sendFile(chosen, true), { onSuccess: onDone })
  const choose = (chosen: File) => {
    setFile(chosen)
    setRead(undefined)
    if (chosen.size <= maxCatalogueBytes) void check.mutate(chosen)
  }
  const isTooLarge = file !== undefined && file.size > maxCatalogueBytes
  const unreadable = isTooLarge ? tooLarge : read?.unreadable
  const count = read ? read.counts.new + read.counts.changed : 0
  const error = check.error ?? apply.error
  return (
    <Sheet
      title={t('import.title')}
      onClose={onClose}
      size="wide"
      canClose={!apply.isPending}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            kind="main"
            disabled={count === 0}
            isWorking={apply.isPending}
            onClick={() => file && void apply.mutate(file)}
          >
            {read ? t('import.apply', { count }) : t('import.open')}
          </Button>
        </>
      }
    >
      <p>{t('import.lead')}</p>
      <FileButton
        accept=".xlsx,.csv,.tsv,.txt"
        disabled={check.isPending || apply.isPending}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) choose(chosen)
          // The same file, corrected, may be chosen again.
          currentTarget.value = ''
        }}
      >
        {t('import.choose')}
      </FileButton>
      <p role="status" className={common.soft}>
        {check.isPending ? t('import.reading') : file && <bdi>{file.name}</bdi>}
      </p>
      {unreadable && <UnreadableNotice unreadable={unreadable} />}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      {read && !read.unreadable && <Outcome read={read} />}
    </Sheet>
  )
}

function UnreadableNotice({ unreadable: { why, columns } }: { unreadable: Unreadable }) {
  const { i18n } = useTranslation()
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  return (
    <InlineNotice tone="problem">
      {unreadableSheetWords[why][language]} {columns.map((column) => catalogueColumns[column][language]).join(' · ')}
    </InlineNotice>
  )
}

/** What would become of the rows, and every row that is left out with its reasons. */
function Outcome({ read: { counts, refused } }: { read: CatalogueImport }) {
  const { t, i18n } = useTranslation('pos.catalogue')
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  return (
    <>
      <ul className={outcome.counts}>
        {(['new', 'changed', 'same', 'refused'] as const).map((verdict) => (
          <li key={verdict}>{t(`import.count.${verdict}`, { count: counts[verdict] })}</li>
        ))}
      </ul>
      {refused.length > 0 && (
        <section>
          <h3 className={css.heading}>{t('import.refused')}</h3>
          <ol className={outcome.refused}>
            {refused.map(({ row, name, problems }) => (
              <li key={row}>
                {t('import.row', { row })} <bdi>{name}</bdi>
                {problems.map(({ column, why }) => (
                  <small key={`${column} ${why}`}>
                    {column && <>{catalogueColumns[column][language]}: </>}
                    {t(`import.why.${why}`)}
                  </small>
                ))}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}
