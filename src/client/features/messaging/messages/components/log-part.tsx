import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ExportButton } from '#client/platform/files/export-button.tsx'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField, TextField } from '#client/ui/fields/text-field.tsx'
import sentence from '#client/ui/tables/filter-sentence.module.css'
import frame from '#client/ui/tables/list-frame.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { messageEvents } from '#shared/admissions/family-message.rules.ts'
import { logStates } from '#shared/messaging/message-log.contract.ts'
import { useLog } from '../hooks/use-log.ts'
import { logFilterOf } from '../log-filter.ts'
import { mailKinds } from '../mail-kinds.ts'
import { exportLog } from '../message.api.ts'
import type { MessagesSearch } from '../messages-search.ts'
import { LogRow } from './log-row.tsx'
import logSentenceStyles from './message-log.module.css'
import css from './message-texts.module.css'

interface SentenceProps {
  search: MessagesSearch
  onChange: (search: MessagesSearch) => void
  onSearch: (text: string) => void
  /** What is done with all that is found. */
  children: ReactNode
}

/** What is asked of the log, as a sentence with gaps. It stands in the address, but for what was typed. */
function LogSentence({ search, onChange, onSearch, children }: SentenceProps) {
  const { t } = useTranslation('messaging')
  const put = (name: 'what' | 'state' | 'from' | 'to', value: string) => {
    const { [name]: _before, ...rest } = search
    onChange({ ...rest, ...(value && { [name]: value }) })
  }
  return (
    <search className={sentence.sentence} aria-label={t('log.filter')}>
      <SelectField label={t('log.show')} value={search.what ?? ''} onChange={(chosen) => put('what', chosen)}>
        <option value="">{t('log.everything')}</option>
        <optgroup label={t('log.decisions')}>
          {messageEvents.map((event) => (
            <option key={event} value={event}>
              {t(`event.${event}`)}
            </option>
          ))}
        </optgroup>
        <optgroup label={t('log.mails')}>
          {mailKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`mail.${kind}`)}
            </option>
          ))}
        </optgroup>
      </SelectField>
      <SelectField label={t('log.thatIs')} value={search.state ?? ''} onChange={(chosen) => put('state', chosen)}>
        <option value="">{t('log.anyState')}</option>
        {logStates.map((state) => (
          <option key={state} value={state}>
            {t(`state.${state}`)}
          </option>
        ))}
      </SelectField>
      {(['from', 'to'] as const).map((name) => (
        <DateField key={name} label={t(`log.${name}`)} value={search[name] ?? ''} onChange={(day) => put(name, day)} />
      ))}
      <TextSearch onSearch={onSearch} />
      <div className={logSentenceStyles.out}>{children}</div>
    </search>
  )
}

function TextSearch({ onSearch }: Pick<SentenceProps, 'onSearch'>) {
  const { t } = useTranslation('messaging')
  const [text, setText] = useState('')
  return (
    <form
      className={sentence.asked}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <TextField
        label={t('log.about')}
        type="search"
        maxLength={100}
        value={text}
        onChange={(typed) => {
          setText(typed)
          if (typed === '') onSearch('')
        }}
      />
      <button type="submit" className={frame.button}>
        {t('log.search')}
      </button>
    </form>
  )
}

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
