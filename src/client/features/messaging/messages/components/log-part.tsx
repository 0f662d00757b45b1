import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ExportButton } from '#client/platform/files/export-button.tsx'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { useLog } from '../hooks/use-log.ts'
import { logFilterOf } from '../log-filter.ts'
import { exportLog } from '../message.api.ts'
import type { MessagesSearch } from '../messages-search.ts'
import { LogRow } from './log-row.tsx'
import { LogSentence } from './log-sentence.tsx'
import css from './message-texts.module.css'

interface LogProps {
  search: MessagesSearch
  onChange: (search: MessagesSearch) => void
}

/** What went to whom, and what waits: to be searched, and what waits to be stopped or sent. */
export function LogPart({ search, onChange }: LogProps) {
  const { t } = useTranslation('messaging')
  const errorText = useErrorText()
  // A name stands in no address.
  const [text, setText] = useState('')
  const filter = logFilterOf(search, text)
  const { entries, now, next, failure, isLoading, retry, again, more } = useLog(filter)
  return (
    <>
      <p className={common.soft}>{t('log.lead')}</p>
      <LogSentence search={search} onChange={onChange} onSearch={setText}>
        <ExportButton list="messages" of={entries} fetchFile={(how) => exportLog(filter, how)} />
      </LogSentence>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={retry} />}
      {!entries && isLoading && <Loading>{t('loading')}</Loading>}
      {entries?.length === 0 && <p role="status">{t('log.none')}</p>}
      {entries && now && entries.length > 0 && (
        <table className={list.table}>
          <thead>
            <tr>
              {(['what', 'state', 'child', 'to', 'when'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`log.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <LogRow key={entry.id} entry={entry} onChanged={again} />
            ))}
          </tbody>
        </table>
      )}
      {next && (
        <div className={css.actions}>
          <Button isWorking={isLoading} onClick={() => void more()}>
            {t('log.older')}
          </Button>
        </div>
      )}
    </>
  )
}
