import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField, TextAreaField } from '#client/ui/fields/text-field.tsx'
import type { DocumentItem } from '#shared/documents/document.contract.ts'
import { reasonsFor } from '../document-reasons.ts'
import type { Decided, Documents } from '../hooks/use-documents.ts'
import css from './documents.module.css'

export const needsDay = (act: Decided, { type }: DocumentItem): boolean =>
  act === 'undertake' || act === 'set-expiry' || (act === 'approve' && type.hasExpiry)

/** Nothing has to be said with it: one press is enough. */
export const isAtOnce = (act: Decided, item: DocumentItem): boolean =>
  act !== 'reject' && act !== 'waive' && !needsDay(act, item)

interface DecideFormProps {
  act: Decided
  item: DocumentItem
  documents: Documents
  onClose: () => void
}

/** What has to be said with a decision, and the button that takes it. */
export function DecideForm({ act, item, documents, onClose }: DecideFormProps) {
  const { t } = useTranslation('documents')
  const form = useRef<HTMLFormElement>(null)
  const [said, setSaid] = useState(nothingSaid)
  useEffect(() => form.current?.querySelector<HTMLElement>('select, input')?.focus(), [])
  const send = async () => {
    const { reason, note, day } = said
    const more = { ...(reason && { reason }), ...(note && { note }), ...(day && { day }) }
    if (await documents.decide(item, act, more)) onClose()
  }
  return (
    <form
      ref={form}
      className={css.form}
      aria-label={t(`act.${act}`)}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <SaidFields act={act} withDay={needsDay(act, item)} said={said} onSaid={setSaid} />
      <div className={common.actions}>
        <Button type="submit" kind="main" isWorking={documents.isPending}>
          {t(act === 'approve' ? 'act.approve' : 'said.send')}
        </Button>
        <Button onClick={onClose}>{t('said.close')}</Button>
      </div>
    </form>
  )
}

const nothingSaid = { reason: '', note: '', day: '' }

interface SaidProps {
  act: Decided
  withDay: boolean
  said: typeof nothingSaid
  onSaid: (said: typeof nothingSaid) => void
}

function SaidFields({ act, withDay, said, onSaid }: SaidProps) {
  const { t } = useTranslation('documents')
  return (
    <>
      {(act === 'reject' || act === 'waive') && (
        <SelectField
          label={t('said.reason')}
          required
          value={said.reason}
          onChange={(chosen) => onSaid({ ...said, reason: chosen })}
        >
          <option value="">{t('said.choose')}</option>
          {reasonsFor(act).map((each) => (
            <option key={each} value={each}>
              {t(`reason.${each}`)}
            </option>
          ))}
        </SelectField>
      )}
      {withDay && (
        <DateField
          label={t('said.day')}
          required
          value={said.day}
          onChange={(typed) => onSaid({ ...said, day: typed })}
        />
      )}
      <TextAreaField
        label={t('said.note')}
        rows={2}
        maxLength={1000}
        value={said.note}
        onChange={(typed) => onSaid({ ...said, note: typed })}
      />
    </>
  )
}
