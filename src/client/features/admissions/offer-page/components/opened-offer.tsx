import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { SaveButton } from '#client/platform/files/save-button.tsx'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { LinkExpired } from '#client/ui/feedback/link-expired.tsx'
import linkPage from '#client/ui/feedback/link-page.module.css'
import { LetterPage } from '#client/ui/letter/letter-page.tsx'
import type { OfferPage } from '#shared/admissions/offers/offer-page.contract.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { openKinds } from '../answer-draft.ts'
import type { OpenOffer } from '../hooks/use-offer.ts'
import css from '../offer-screen.module.css'
import { AnswerForm } from './answer-form.tsx'
import { SigningRequirements } from './signing-requirements.tsx'

/** A name keeps its own direction inside the sentence. */
const isolated = (name: string): string => `\u2068${name}\u2069`

/** An offer as it stands: its letter, and what may be answered; or in words that it is over, and whom to ask. */
export function OpenedOffer({ offer }: { offer: OpenOffer }) {
  const { page } = offer.kept
  return (
    <div className={css.page} data-state={page.state}>
      <Sent offer={offer} />
      {page.offer ? <Readable offer={offer} shown={{ ...page, offer: page.offer }} /> : <Over offer={offer} />}
    </div>
  )
}

type Shown = OfferPage & { offer: NonNullable<OfferPage['offer']> }

function Readable({ offer, shown }: { offer: OpenOffer; shown: Shown }) {
  const { t, i18n } = useTranslation('admissions.offer')
  const logo = useAtomValue(schoolAtom)?.logo
  const { student_name: latin, student_name_ar: arabic } = shown.student_data ?? {}
  const name = (i18n.language === 'ar' ? (arabic ?? latin) : (latin ?? arabic)) ?? ''
  const { consents, forms, askedForTime, document, you, others } = shown.offer
  const maySign = (consents?.maySign ?? true) && forms.every(({ isDone }) => isDone)
  const kinds = openKinds(shown.state, { hasAskedForTime: askedForTime !== null, maySign })
  const isPartlySigned = document.verification === null && [you, ...others].some(({ signedAt }) => signedAt !== null)
  const isOpen = shown.state === 'open'
  const own = i18n.language === 'ar' ? ('ar' as const) : ('en' as const)
  const reading = { own, both: t('both'), whole: t('whole') }
  const form = (
    // Another offer, or the same one as it stands later, is answered again.
    <AnswerForm
      key={`${shown.offer.id} ${shown.state} ${maySign}`}
      offer={offer}
      shown={shown}
      kinds={kinds}
      name={isolated(name)}
    />
  )
  return (
    <>
      <h1 className={linkPage.title} data-personal>
        {t('title', { name: isolated(name) })}
      </h1>
      <OfferStatus shown={shown} />
      <div className={css.actions}>
        <SaveButton className={css.button} problemClass={css.problem} working={t('pdfWorking')} onSave={offer.savePdf}>
          {t('pdf')}
        </SaveButton>
        <button type="button" className={css.button} onClick={() => print()}>
          {t('print')}
        </button>
      </div>
      <div className={css.letter}>
        <LetterPage letter={document} logo={logo} reading={reading}>
          {isPartlySigned && (
            <p className={linkPage.soft} lang={own} dir={own === 'ar' ? 'rtl' : 'ltr'}>
              {t('codeLater')}
            </p>
          )}
        </LetterPage>
      </div>
      {isOpen && <SigningRequirements offer={offer} shown={shown.offer} maySign={maySign} />}
      {offer.kept.waiting === undefined &&
        (isOpen ? (
          form
        ) : (
          <details className={css.more}>
            <summary>
              {t(shown.state === 'accepted' || shown.state === 'booked' ? 'withdrawAfter' : 'declineAfter')}
            </summary>
            {form}
          </details>
        ))}
    </>
  )
}

/** Nothing about the child, and no dead end either. */
function Over({ offer }: { offer: OpenOffer }) {
  const { t } = useTranslation('admissions.offer')
  const contact = useAtomValue(schoolAtom)?.contact
  const { page, received } = offer.kept
  const { state } = page
  if (state === 'open' || state === 'paused' || state === 'signed' || state === 'accepted' || state === 'booked')
    return null
  const isKept = state === 'declined' && received?.kind === 'decline' && received.keepPlace
  return (
    <LinkExpired title={t(`over.${state}.title`)} contact={contact} ask={t('ask')} askAny={t('askAny')}>
      {t(isKept ? 'over.kept' : `over.${state}.text`)}
    </LinkExpired>
  )
}

/** How it stands with what was answered here: kept, received, or come too late; and never the one called the other. */
function Sent({ offer: { kept, failure, refused } }: { offer: OpenOffer }) {
  const { t } = useTranslation('admissions.offer')
  const errorText = useErrorText()
  const box = useRef<HTMLDivElement>(null)
  const { waiting, received } = kept
  const said = waiting ? 'waiting' : refused ? 'refused' : received ? 'received' : undefined
  const first = useRef(said)
  useEffect(() => {
    if (said && said !== first.current) box.current?.focus()
    first.current = said
  }, [said])
  return (
    <>
      {failure && !waiting && (
        <p className={linkPage.soft} role="status">
          {t('offline')}
        </p>
      )}
      {said && (
        <div ref={box} className={linkPage.box} role="status" tabIndex={-1} data-said={said}>
          <strong>{t(`sent.${said}`)}</strong>
          {waiting && <p>{t('sent.waitingText')}</p>}
          {said === 'refused' && refused && <p>{errorText(refused)}</p>}
        </div>
      )}
    </>
  )
}

interface StatusProps {
  shown: OfferPage & { offer: NonNullable<OfferPage['offer']> }
}

/** Where the offer stands, who has still to sign, and what comes next by when. */
function OfferStatus({ shown: { state, offer } }: StatusProps) {
  const { t, i18n } = useTranslation('admissions.offer')
  const format = useFormat()
  const { expiresAt, terms, depositDueOn, you, others, askedForTime } = offer
  const { deposit, currency } = terms
  // It expires as its last day ends.
  const lastDay = format.day(Date.parse(expiresAt) - 1)
  const missing = others.filter(({ signedAt }) => signedAt === null)
  const isPayable = state === 'accepted' && deposit !== null && depositDueOn !== null
  if (state !== 'open' && state !== 'paused' && state !== 'signed' && state !== 'accepted' && state !== 'booked')
    return null
  return (
    <section className={linkPage.box} aria-label={t('standing')} data-standing={state}>
      <strong>{t(`state.${state}`, { day: lastDay })}</strong>
      {state === 'open' && askedForTime && (
        <p>{t('askedForTime', { day: format.day(askedForTime), until: lastDay })}</p>
      )}
      {(state === 'open' || state === 'paused') && <p>{t('for', { name: isolated(you.name) })}</p>}
      {state === 'paused' && <p>{t('pausedText')}</p>}
      {you.signedAt && <p>{t('youSigned', { at: format.dateTime(you.signedAt) })}</p>}
      {others.length > 0 && (state === 'open' || state === 'signed') && (
        <>
          <p>{t(missing.length > 0 ? 'stillToSign' : 'othersSigned')}</p>
          <ul className={css.list}>
            {(missing.length > 0 ? missing : others).map(({ name }) => (
              <li key={name}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      {isPayable && (
        <p>
          {t('payDeposit', {
            amount: format.money(deposit.amount, currency),
            day: formatDay(depositDueOn, i18n.language),
          })}
        </p>
      )}
      {state === 'accepted' && !isPayable && <p>{t('nothingToPay')}</p>}
      {(state === 'accepted' || state === 'booked') && (
        <p>{t('firstDay', { day: formatDay(terms.startOn, i18n.language) })}</p>
      )}
    </section>
  )
}
