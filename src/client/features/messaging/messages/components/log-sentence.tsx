import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageEvents } from '#shared/admissions/family-message.rules.ts'
import { logStates } from '#shared/messaging/message-log.contract.ts'
import { mailKinds } from '../mail-kinds.ts'
import type { MessagesSearch } from '../messages-search.ts'
import css from './message-log.module.css'

interface SentenceProps {
  search: MessagesSearch
  onChange: (search: MessagesSearch) => void
  onSearch: (text: string) => void
  /** What is done with all that is found. */
  children: ReactNode
}

/** What is asked of the log, as a sentence with gaps. It stands in the address, but for what was typed. */
export function LogSentence({ search, onChange, onSearch, children }: SentenceProps) {
  const { t } = useTranslation('messaging')
  const put = (name: 'what' | 'state' | 'from' | 'to', value: string) => {
    const { [name]: _before, ...rest } = search
    onChange({ ...rest, ...(value && { [name]: value }) })
  }
  return (
    <search className={css.sentence} aria-label={t('log.filter')}>
      <label>
        {t('log.show')}
        <select value={search.what ?? ''} onChange={(event) => put('what', event.currentTarget.value)}>
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
        </select>
      </label>
      <label>
        {t('log.thatIs')}
        <select value={search.state ?? ''} onChange={(event) => put('state', event.currentTarget.value)}>
          <option value="">{t('log.anyState')}</option>
          {logStates.map((state) => (
            <option key={state} value={state}>
              {t(`state.${state}`)}
            </option>
          ))}
        </select>
      </label>
      {(['from', 'to'] as const).map((name) => (
        <label key={name}>
          {t(`log.${name}`)}
          <input type="date" value={search[name] ?? ''} onChange={(event) => put(name, event.currentTarget.value)} />
        </label>
      ))}
      <TextSearch onSearch={onSearch} />
      <div className={css.out}>{children}</div>
    </search>
  )
}

function TextSearch({ onSearch }: Pick<SentenceProps, 'onSearch'>) {
  const { t } = useTranslation('messaging')
  const [text, setText] = useState('')
  return (
    <form
      className={css.find}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <label>
        {t('log.about')}
        <input
          type="search"
          dir="auto"
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            if (event.currentTarget.value === '') onSearch('')
          }}
        />
      </label>
      <button type="submit" className={css.button}>
        {t('log.search')}
      </button>
    </form>
  )
}
