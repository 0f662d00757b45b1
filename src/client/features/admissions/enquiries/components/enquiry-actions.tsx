import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { Button } from '#client/ui/button.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { isOpenEnquiry } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import type { Colleague } from '#shared/identity/colleague.contract.ts'
import { UserId } from '#shared/kernel/fields.ts'
import css from '../enquiries.module.css'
import { useEnquiryText } from '../hooks/use-enquiry-text.ts'
import { ConvertForm, DateForm, LostForm, OwnerForm } from './enquiry-forms.tsx'
import type { EnquiryPart, OpenForm } from './enquiry-part.types.ts'

interface ActionsProps extends EnquiryPart {
  staff: readonly Colleague[]
  form: OpenForm | undefined
  onForm: (form: OpenForm | undefined) => void
}

/** Owner, date, visit, file and end of an enquiry. */
export function EnquiryActions({ form, onForm, staff, ...part }: ActionsProps) {
  const { t } = useEnquiryText()
  const { enquiry, mayWork, isPending, act } = part
  if (!mayWork) return null
  const isOpen = isOpenEnquiry(enquiry.status)
  const close = () => onForm(undefined)
  return (
    <section className={css.part}>
      <Standing {...part} onForm={onForm} />
      <div className={css.buttons}>
        {isOpen && <Button onClick={() => onForm('tour')}>{t('tour.book')}</Button>}
        {(isOpen || enquiry.status === 'lost') && enquiry.children.length > 0 && (
          <Button onClick={() => onForm('convert')}>{t('convert.button')}</Button>
        )}
        {isOpen && (
          <Button kind="quiet" onClick={() => onForm('lost')}>
            {t('lost.button')}
          </Button>
        )}
        {enquiry.status === 'lost' && (
          <Button
            isWorking={isPending}
            onClick={() => void act({ do: 'move', to: 'contacted', reason: null, note: '' })}
          >
            {t('lost.reopen')}
          </Button>
        )}
      </div>
      {form === 'owner' && <OwnerForm {...part} staff={staff} />}
      {form === 'date' && <DateForm {...part} />}
      {form === 'convert' && <ConvertForm {...part} onClose={close} />}
      {form === 'lost' && <LostForm {...part} onClose={close} />}
      {(form === 'tour' || enquiry.tours.length > 0) && <Tours {...part} isChoosing={form === 'tour'} />}
    </section>
  )
}

/** Who looks after it, and when it is looked at again. */
function Standing({ enquiry, isPending, act, onForm }: EnquiryPart & Pick<ActionsProps, 'onForm'>) {
  const { t, day } = useEnquiryText()
  const pick = useBilingual()
  const { user } = useAtomValue(sessionAtom)
  const isMine = user !== null && enquiry.owner?.userId === user?.userId
  return (
    <p className={css.line}>
      <span>
        {t('owner.label')}: <bdi>{enquiry.owner ? pick(enquiry.owner.name) : t('owner.none')}</bdi>
      </span>
      {!isMine && user && (
        <Button
          kind="quiet"
          isWorking={isPending}
          onClick={() => void act({ do: 'assign', owner: UserId.parse(user.userId) })}
        >
          {t('owner.take')}
        </Button>
      )}
      <Button kind="quiet" aria-label={t('owner.change')} onClick={() => onForm('owner')}>
        {t('change')}
      </Button>
      <span>
        {t('date.label')}: {enquiry.nextOn ? day(enquiry.nextOn) : '–'}
      </span>
      <Button kind="quiet" aria-label={t('date.change')} onClick={() => onForm('date')}>
        {t('change')}
      </Button>
    </p>
  )
}

/** Visits of a family, with what became of each, and the free times. */
function Tours({ enquiry, isPending, act, isChoosing }: EnquiryPart & { isChoosing: boolean }) {
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
