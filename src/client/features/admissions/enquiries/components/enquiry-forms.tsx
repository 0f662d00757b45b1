import { type FormEvent, useState } from 'react'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { Button } from '#client/ui/button.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField, TextAreaField } from '#client/ui/fields/text-field.tsx'
import { chosenReasons } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import type { Colleague } from '#shared/identity/colleague.contract.ts'
import { UserId } from '#shared/kernel/fields.ts'
import css from '../enquiries.module.css'
import { useEnquiryText } from '../hooks/use-enquiry-text.ts'
import type { EnquiryPart } from './enquiry-part.types.ts'

/** Chooses who looks after the enquiry. */
export function OwnerForm({ enquiry, act, staff }: EnquiryPart & { staff: readonly Colleague[] }) {
  const { t } = useEnquiryText()
  const pick = useBilingual()
  return (
    <SelectField
      label={t('owner.label')}
      value={enquiry.owner?.userId ?? ''}
      onChange={(value) => void act({ do: 'assign', owner: UserId.safeParse(value).data ?? null })}
    >
      <option value="">{t('owner.none')}</option>
      {staff.map(({ userId, name }) => (
        <option key={userId} value={userId}>
          {pick(name)}
        </option>
      ))}
    </SelectField>
  )
}

/** Sets or removes the next date. */
export function DateForm({ enquiry, isPending, act }: EnquiryPart) {
  const { t } = useEnquiryText()
  const [on, setOn] = useState(enquiry.nextOn ?? '')
  const save = (event: FormEvent) => {
    event.preventDefault()
    void act({ do: 'next', on: on || null })
  }
  return (
    <form className={css.form} onSubmit={save}>
      <DateField label={t('date.label')} width="narrow" value={on} onChange={setOn} />
      <div className={css.buttons}>
        <Button kind="main" type="submit" isWorking={isPending}>
          {t('date.save')}
        </Button>
        {enquiry.nextOn && (
          <Button kind="quiet" onClick={() => void act({ do: 'next', on: null })}>
            {t('date.clear')}
          </Button>
        )}
      </div>
    </form>
  )
}

interface Closing {
  onClose: () => void
}

function Foot({ save, isPending, onClose }: Closing & { save: string; isPending: boolean }) {
  const { t } = useEnquiryText()
  return (
    <div className={css.buttons}>
      <Button kind="main" type="submit" isWorking={isPending}>
        {save}
      </Button>
      <Button kind="quiet" onClick={onClose}>
        {t('contact.cancel')}
      </Button>
    </div>
  )
}

/** Makes files of the children, from the answers. */
export function ConvertForm({ enquiry, isPending, act, onClose }: EnquiryPart & Closing) {
  const { t, nameOf } = useEnquiryText()
  const made = new Set(enquiry.students.map(({ place }) => place))
  const open = enquiry.children.filter(({ place }) => !made.has(place))
  const [places, setPlaces] = useState(open.map(({ place }) => place))
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (places.length > 0) void act({ do: 'convert', places })
  }
  return (
    <form className={css.form} aria-label={t('convert.title')} onSubmit={save}>
      <p>{t('convert.text')}</p>
      {open.map((child) => (
        <CheckboxField
          key={child.place}
          label={nameOf(child)}
          checked={places.includes(child.place)}
          onChange={(isOn) =>
            setPlaces(isOn ? [...places, child.place] : places.filter((place) => place !== child.place))
          }
        />
      ))}
      <Foot save={t('convert.save')} isPending={isPending} onClose={onClose} />
    </form>
  )
}

/** Closes the enquiry with a reason. */
export function LostForm({ isPending, act, onClose }: EnquiryPart & Closing) {
  const { t } = useEnquiryText()
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    const chosen = chosenReasons.find((each) => each === reason)
    if (chosen) void act({ do: 'move', to: 'lost', reason: chosen, note })
  }
  return (
    <form className={css.form} aria-label={t('lost.title')} onSubmit={save}>
      <SelectField label={t('lost.reason')} required value={reason} onChange={setReason}>
        <option value="">{t('lost.choose')}</option>
        {chosenReasons.map((each) => (
          <option key={each} value={each}>
            {t(`reason.${each}`)}
          </option>
        ))}
      </SelectField>
      <TextAreaField label={t('lost.note')} rows={2} maxLength={2000} value={note} onChange={setNote} />
      <Foot save={t('lost.save')} isPending={isPending} onClose={onClose} />
    </form>
  )
}
