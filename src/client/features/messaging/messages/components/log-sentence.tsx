import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField, TextField } from '#client/ui/fields/text-field.tsx'
import sentence from '#client/ui/tables/filter-sentence.module.css'
import frame from '#client/ui/tables/list-frame.module.css'
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
      <div className={css.out}>{children}</div>
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
