import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { SaveButton } from '#client/platform/files/save-button.tsx'
import { keptLink } from '#client/platform/session/kept-link.ts'
import { useLinkToken } from '#client/platform/session/use-link-token.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import linkPage from '#client/ui/feedback/link-page.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { IntentState } from '#shared/fees/online/gateway.rules.ts'
import css from './components/family-fees.module.css'
import { usePayerText } from './hooks/use-payer-text.ts'
import { useReturn } from './hooks/use-return.ts'

/** What each state of a payment is for its payer. */
const outcomes = {
  new: 'unknown',
  open: 'unknown',
  paid: 'paid',
  failed: 'notPaid',
  expired: 'notPaid',
  replaced: 'notPaid',
  mismatch: 'checked',
} as const satisfies Record<IntentState, string>

/** Where the payer comes back to from the gateway, now or later: what became of the payment, by the bank's word alone. */
export function PaidScreen({ intentId }: { intentId: string }) {
  const { t } = useTranslation('fees.family')
  const errorText = useErrorText()
  const token = useLinkToken()
  const { answer, failure, isAsking, again } = useReturn(intentId, token)
  const outcome = answer && outcomes[answer.state]
  const box = useRef<HTMLElement>(null)
  const isKnown = outcome !== undefined && outcome !== 'unknown'
  useEffect(() => {
    if (isKnown) box.current?.focus()
  }, [isKnown])
  if (isAsking && !isKnown)
    return (
      <section className={css.page} aria-busy="true">
        <h1 className={linkPage.title}>{t('return.asking.title')}</h1>
        <p role="status">{t('return.asking.text')}</p>
        <Ways intentId={intentId} isPaid />
      </section>
    )
  if (!answer || outcome === undefined)
    return (
      <section className={css.page} role="alert">
        <h1 className={linkPage.title}>{t('return.failed.title')}</h1>
        <p>{failure === 'request.not-found' ? t('return.failed.none') : errorText(failure ?? 'L000')}</p>
        <p>{t('return.failed.text')}</p>
        <Again onAgain={again} />
        <Ways intentId={intentId} isPaid />
      </section>
    )
  return (
    <section ref={box} tabIndex={-1} className={css.page} aria-live="polite">
      <h1 className={linkPage.title} data-outcome={outcome}>
        {t(`return.${outcome}.title`)}
      </h1>
      <p>{t(`return.${outcome}.text`)}</p>
      <Facts answer={answer} />
      {answer.receipt && <Receipt intentId={intentId} token={token} />}
      {outcome === 'unknown' && <Again onAgain={again} />}
      <Ways intentId={intentId} isPaid={outcome === 'paid' || outcome === 'checked'} />
    </section>
  )
}

function Again({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation('fees.family')
  return (
    <button type="button" className={linkPage.button} onClick={onAgain}>
      {t('return.again')}
    </button>
  )
}

type Answer = NonNullable<ReturnType<typeof useReturn>['answer']>

function Facts({ answer: { amount, currency, receipt } }: { answer: Answer }) {
  const { t } = useTranslation('fees.family')
  const { dayOf } = usePayerText()
  if (amount === null) return <p className={linkPage.soft}>{t('return.stateOnly')}</p>
  return (
    <dl className={css.facts}>
      <div>
        <dt>{t('return.amount')}</dt>
        <dd>
          <Money minor={amount} currency={currency} />
        </dd>
      </div>
      {receipt && (
        <>
          <div>
            <dt>{t('receipt')}</dt>
            <dd>
              <bdi dir="ltr" className="num">
                {receipt.number}
              </bdi>
            </dd>
          </div>
          <div>
            <dt>{t('return.paidOn')}</dt>
            <dd>{dayOf(receipt.paidOn)}</dd>
          </div>
        </>
      )}
      {receipt && receipt.credit > 0 && (
        <div>
          <dt>{t('return.credit')}</dt>
          <dd>
            <Money minor={receipt.credit} currency={currency} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function Receipt({ intentId, token }: { intentId: string; token: string | undefined }) {
  const { t } = useTranslation('fees.family')
  const save = async () => (await import('./family-fees.api.ts')).saveReceipt(intentId, token)
  return (
    <div>
      <SaveButton className={css.save} problemClass={css.problem} working={t('saving')} onSave={save}>
        {t('return.save')}
      </SaveButton>
    </div>
  )
}

/** The way to the page of the fees: by the link that this tab came from, or by the account. */
function Ways({ intentId, isPaid }: { intentId: string; isPaid: boolean }) {
  const { t } = useTranslation('fees.family')
  const { signedIn, user } = useAtomValue(sessionAtom)
  const isFamily = signedIn && user?.authority.includes('family') === true
  const contact = useAtomValue(schoolAtom)?.contact
  const linkToken = keptLink(intentId)
  if (linkToken === undefined && !isFamily)
    return (
      <p className={linkPage.soft}>
        {t('return.byLink')} {contact?.phone && <bdi dir="ltr">{contact.phone}</bdi>}
      </p>
    )
  return (
    <p>
      <Link
        to="/fee-{$page}/$"
        params={{ page: 'account', _splat: '' }}
        state={linkToken === undefined ? {} : { linkToken }}
        className={css.way}
      >
        {t(isPaid ? 'return.toFees' : 'return.retry')}
      </Link>
    </p>
  )
}
