import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { messageIdOf } from '#client/platform/refused.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useLinkToken } from '#client/platform/session/use-link-token.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { LinkExpired } from '#client/ui/feedback/link-expired.tsx'
import { LinkNotFound } from '#client/ui/feedback/link-not-found.tsx'
import type { AppointmentPage } from '#shared/admissions/appointment-booking.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import css from './components/appointments.module.css'
import { FreeTimes } from './components/free-times.tsx'
import { OwnTime } from './components/own-time.tsx'
import { type OwnAppointment, useOwnAppointment } from './hooks/use-own-appointment.ts'

/** Where a family chooses when it comes, by the link of a mail. */
export function FamilyAppointmentScreen() {
  const token = useLinkToken()
  const { t } = useTranslation('link')
  const contact = useAtomValue(schoolAtom)?.contact
  if (token === undefined) {
    return (
      <LinkExpired title={t('none')} contact={contact}>
        {t('noneText')}
      </LinkExpired>
    )
  }
  return <ByLink key={token} token={token} />
}

function ByLink({ token }: { token: string }) {
  const [page, setPage] = useState<AppointmentPage>()
  const [failure, setFailure] = useState<MessageId>()
  const [round, setRound] = useState(0)
  const contact = useAtomValue(schoolAtom)?.contact
  useEffect(() => {
    let isGone = false
    const load = async (_round: number) => {
      try {
        const { open } = await import('./family-appointment.api.ts')
        const found = await open(token)
        if (isGone) return
        setPage(found)
        setFailure(undefined)
      } catch (error) {
        if (!isGone) setFailure(messageIdOf(error))
      }
    }
    void load(round)
    return () => {
      isGone = true
    }
  }, [token, round])
  const again = () => setRound((n) => n + 1)
  if (failure === 'link.over' || (failure && !page)) {
    return <LinkNotFound messageId={failure} contact={contact} onAgain={again} />
  }
  if (!page) return <p className={css.wait} aria-busy="true" />
  return <Opened token={token} page={page} onPage={setPage} again={again} />
}

function Opened({ token, page, onPage, again }: OwnAppointment) {
  const { t } = useTranslation('admissions.appointments')
  const { t: words } = useTranslation('link')
  const errorText = useErrorText()
  const said = useRef<HTMLParagraphElement>(null)
  const { change, error, done, isPending } = useOwnAppointment({ token, page, onPage, again }, () =>
    said.current?.focus(),
  )
  const { booking, slots, state } = page
  const mayChoose = state === 'open' && (booking === null || booking.mayChange)
  return (
    <section className={css.page}>
      <h1>{t(`family.title.${page.kind}`, { subject: `\u2068${page.subject}\u2069` })}</h1>
      {page.waitingPlace !== null && <p>{words('waiting', { place: page.waitingPlace })}</p>}
      <InlineNotice tone="success" ref={said} tabIndex={-1}>
        {done && t(`family.done.${done}`)}
      </InlineNotice>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      {state !== 'open' && <p>{t(`family.${state}`)}</p>}
      {booking && (
        <OwnTime page={page} booking={booking} isWorking={isPending} onCancel={() => void change('cancelled')} />
      )}
      {mayChoose && (
        <FreeTimes
          slots={slots}
          isMoving={booking !== null}
          isWorking={isPending}
          onChoose={(slotId) => void change('booked', slotId)}
        />
      )}
      <p className={css.soft}>{t('family.secret')}</p>
    </section>
  )
}
