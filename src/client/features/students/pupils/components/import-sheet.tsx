import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ColumnMapping } from '#client/platform/files/column-mapping.tsx'
import { SaveButton } from '#client/platform/files/save-button.tsx'
import { useMappedFile } from '#client/platform/files/use-mapped-file.ts'
import { useJobs } from '#client/platform/use-jobs.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { FileButton } from '#client/ui/fields/file-button.tsx'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import { unreadableSheetWords } from '#shared/lists/unreadable-sheet-words.ts'
import {
  maxPupilBytes,
  type PupilImport,
  type PupilImportChecked,
  pupilColumns,
} from '#shared/students/pupils/pupil-import.contract.ts'
import { fetchImports, runImport, saveTemplate, sendPupils } from '../pupils.api.ts'
import { ImportOutcome } from './import-outcome.tsx'
import css from './pupils.module.css'

interface ImportSheetProps {
  onClose: () => void
  /** Pupils were imported. */
  onDone: () => void
}

const runningOf = ({ jobs }: { jobs: PupilImport[] }) => jobs.filter(({ state }) => state === 'running')

/** Reads a spreadsheet of pupils, shows what would become of each row, and imports it when told; it can be stopped. */
export function ImportSheet({ onClose, onDone }: ImportSheetProps) {
  const { t } = useTranslation('students.pupils')
  const errorText = useErrorText()
  const { answer, failure, again } = useJobs(fetchImports, runningOf)
  const [chosen, setChosen] = useState<string>()
  const run = useMutation(runImport, { onSettled: again })
  const jobs = answer?.jobs ?? []
  // Anyone who opens the sheet while an import runs sees that one.
  const job = jobs.find(({ id }) => id === chosen) ?? jobs.find(({ state }) => state === 'running')
  const count = job ? job.counts.new + job.counts.changed : 0
  const close = () => {
    onClose()
    onDone()
  }
  return (
    <Sheet
      title={t('import.title')}
      onClose={close}
      size="wide"
      footer={
        <>
          <Button onClick={close}>{t('close')}</Button>
          {job?.state === 'running' && (
            <Button isWorking={run.isPending} onClick={() => void run.mutate(job.id, false)}>
              {t('import.stop')}
            </Button>
          )}
          {job && (job.state === 'checked' || job.state === 'stopped') && (
            <Button
              kind="main"
              disabled={count === 0}
              isWorking={run.isPending}
              onClick={() => void run.mutate(job.id, true)}
            >
              {job.state === 'stopped' ? t('import.resume') : t('import.apply', { count })}
            </Button>
          )}
        </>
      }
    >
      <FileChoice
        onRead={(id) => {
          setChosen(id)
          again()
        }}
      />
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {run.error && <InlineNotice tone="problem">{errorText(run.error)}</InlineNotice>}
      {job && <ImportOutcome key={job.id} job={job} />}
    </Sheet>
  )
}

const tooLarge: NonNullable<PupilImportChecked['unreadable']> = { why: 'too-large', columns: [] }

/** Which file, and an empty one to be filled in. A file that is not read says why, with what to do. */
function FileChoice({ onRead }: { onRead: (id: string) => void }) {
  const { t, i18n } = useTranslation('students.pupils')
  const errorText = useErrorText()
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  const { check, map, isPending, error, unreadable, read } = useMappedFile({
    send: sendPupils,
    maxBytes: maxPupilBytes,
    tooLarge,
    onRead,
  })
  return (
    <>
      <p>{t('import.lead')}</p>
      <div className={css.file}>
        <FileButton
          accept=".xlsx,.csv,.tsv,.txt,.zip"
          disabled={isPending}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) check(file)
            // The same file, corrected, may be chosen again.
            currentTarget.value = ''
          }}
        >
          {t('import.choose')}
        </FileButton>
        <SaveButton
          className={css.template}
          problemClass={common.bad}
          working={t('import.working')}
          onSave={() => saveTemplate(language)}
        >
          {t('import.template')}
        </SaveButton>
      </div>
      <p role="status" className={common.soft}>
        {isPending && t('import.reading')}
      </p>
      {unreadable && (
        <InlineNotice tone="problem">
          {unreadableSheetWords[unreadable.why][language]}{' '}
          {unreadable.columns.map((column) => pupilColumns[column][language]).join(' · ')}
        </InlineNotice>
      )}
      {read && <ColumnMapping read={read} columns={pupilColumns} isPending={isPending} onMap={map} />}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </>
  )
}
