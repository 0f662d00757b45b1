import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from '#client/features/admissions/offers/components/offer-section.module.css'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { Button } from '#client/ui/button.tsx'
import { eraseEnquiry, rehearseErasure } from '../retention.api.ts'
import { EraseForm } from './erase-form.tsx'

interface EraseProps {
  /** Of the enquiry. */
  id: string
  reference: string
  onErased: () => void
}

/** A family that asks to be forgotten does not wait until its enquiry's time is over. */
export function EraseEnquiry({ id, reference, onErased }: EraseProps) {
  const { t } = useTranslation('retention')
  const may = useRights()
  const [isOpen, setOpen] = useState(false)
  const rehearse = useCallback(() => rehearseErasure([id], 'enquiryIds'), [id])
  if (!may('students.erase')) return null
  if (!isOpen)
    return (
      <div className={css.actions}>
        <Button onClick={() => setOpen(true)}>{t('enquiries.ask')}</Button>
      </div>
    )
  return (
    <EraseForm
      label={t('enquiries.ask')}
      reference={reference}
      isDue={false}
      wrong={t('enquiries.wrong')}
      rehearse={rehearse}
      erase={(cause) => eraseEnquiry({ id, reference, cause })}
      onErased={onErased}
      onClose={() => setOpen(false)}
    />
  )
}
