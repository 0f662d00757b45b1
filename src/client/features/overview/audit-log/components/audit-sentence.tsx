import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField, TextField } from '#client/ui/fields/text-field.tsx'
import sentence from '#client/ui/tables/filter-sentence.module.css'
import frame from '#client/ui/tables/list-frame.module.css'
import { auditGroups } from '#shared/audit/account-acts.rules.ts'
import type { AuditEntry } from '#shared/overview/audit.contract.ts'
import type { RecordPage } from '../audit.api.ts'
import type { AuditSearch } from '../audit-search.ts'
import { Subject } from './audit-table.tsx'

interface SentenceProps {
  search: AuditSearch
  people: RecordPage['people']
  /** The record that is asked about, as far as it has a name here. */
  about: AuditEntry['about'] | undefined
  onChange: (search: AuditSearch) => void
}

/** What is asked of the record, as a sentence with gaps. It stands in the address. */
export function AuditSentence({ search, people, about, onChange }: SentenceProps) {
  const { t } = useTranslation('audit')
  const pick = useBilingual()
  const put = (name: keyof AuditSearch, value: string) => {
    const { [name]: _before, ...rest } = search
    onChange({ ...rest, ...(value && { [name]: value }) })
  }
  const isKnown = people.some(({ id }) => id === search.by)
  return (
    <search className={sentence.sentence} aria-label={t('filter.title')}>
      <SelectField label={t('filter.what')} value={search.group ?? ''} onChange={(chosen) => put('group', chosen)}>
        <option value="">{t('filter.everything')}</option>
        {auditGroups.map((group) => (
          <option key={group} value={group}>
            {t(`group.${group}`)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('filter.by')} value={search.by ?? ''} onChange={(chosen) => put('by', chosen)}>
        <option value="">{t('filter.anybody')}</option>
        {search.by && !isKnown && <option value={search.by}>{search.by}</option>}
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {pick(name)}
          </option>
        ))}
      </SelectField>
      {search.id && (
        <span className={sentence.asked}>
          {t('filter.about')} {about ? <Subject about={about} /> : <bdi dir="ltr">{search.id.slice(0, 13)}</bdi>}
          <button
            type="button"
            className={frame.button}
            onClick={() => {
              const { kind: _kind, id: _id, ...rest } = search
              onChange(rest)
            }}
          >
            {t('filter.aboutAll')}
          </button>
        </span>
      )}
      <ReferenceField key={search.reference} asked={search.reference} onAsk={(typed) => put('reference', typed)} />
      {(['from', 'to'] as const).map((name) => (
        <DateField
          key={name}
          label={t(`filter.${name}`)}
          value={search[name] ?? ''}
          onChange={(day) => put(name, day)}
        />
      ))}
    </search>
  )
}

/** Asked for with a press: a reference is of no use before it is whole. */
function ReferenceField({ asked, onAsk }: { asked: string | undefined; onAsk: (typed: string) => void }) {
  const { t } = useTranslation('audit')
  const [typed, setTyped] = useState(asked ?? '')
  return (
    <form
      className={sentence.asked}
      onSubmit={(event) => {
        event.preventDefault()
        onAsk(typed.trim())
      }}
    >
      <TextField
        label={t('filter.reference')}
        dir="ltr"
        autoComplete="off"
        maxLength={40}
        value={typed}
        onChange={setTyped}
      />
      <button type="submit" className={frame.button}>
        {t('filter.find')}
      </button>
    </form>
  )
}
