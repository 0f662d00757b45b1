import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import css from '../enquiries.module.css'
import { useEnquiryText } from '../hooks/use-enquiry-text.ts'
import type { EnquiryPart } from './enquiry-part.types.ts'

/** Visits of a family, with what became of each, and the free times. */
export function Tours({ enquiry, isPending, act, isChoosing }: EnquiryPart & { isChoosing: boolean }) {
  const { t, format } = useEnquiryText()
  const [slotId, setSlotId] = useState('')
  const { tours, freeTours, email } = enquiry
  return (
    <div className={css.form}>
      {tours.map(({ id, startsAt, room, state }) => (
        <p key={id} className={css.line}>
          <span>
            {t('tour.title')}: {format.dateTime(startsAt)} <bdi>{room}</bdi> · {t(`tour.${state}`)}
          </span>
          {state === 'booked' &&
            (['held', 'no-show', 'cancelled'] as const).map((to) => (
              <Button
                key={to}
                kind="quiet"
                isWorking={isPending}
                onClick={() => void act({ do: 'tour-settle', bookingId: id, to })}
              >
                {to === 'cancelled' ? t('tour.cancel') : t(`tour.${to}`)}
              </Button>
            ))}
        </p>
      ))}
      {isChoosing && (
        <>
          {freeTours.length === 0 && <p className={css.soft}>{t('tour.none')}</p>}
          {freeTours.length > 0 && (
            <SelectField label={t('tour.choose')} value={slotId} onChange={setSlotId}>
              <option value="">{t('tour.choose')}</option>
              {freeTours.map(({ id, startsAt, room }) => (
                <option key={id} value={id}>
                  {`${format.dateTime(startsAt)} \u2068${room}\u2069`}
                </option>
              ))}
            </SelectField>
          )}
          <div className={css.buttons}>
            {freeTours.length > 0 && (
              <Button
                kind="main"
                isWorking={isPending}
                disabled={slotId === ''}
                onClick={() => void act({ do: 'tour', slotId })}
              >
                {t('tour.save')}
              </Button>
            )}
            {email && enquiry.mayContact !== false && (
              <Button kind="quiet" isWorking={isPending} onClick={() => void act({ do: 'tour-link' })}>
                {t('tour.link')}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  )
}
