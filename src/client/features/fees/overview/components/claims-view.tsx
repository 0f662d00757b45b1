import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import link from '#client/ui/link.module.css'
import { Failure, ListFrame } from '#client/ui/tables/list-frame.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { FeeReceipt } from '#shared/fees/fee-payment.contract.ts'
import type { FeeClaim } from '#shared/fees/fee-refund.contract.ts'
import { useFeeText } from '../../account/hooks/use-fee-text.ts'
import { AnswerRefund } from '../../claims/answer-refund.tsx'
import { RefundPayment } from '../../claims/refund-payment.tsx'
import { isolated } from '../../isolated.ts'
import { decide, listClaims, listUnmet } from '../fees.api.ts'
import css from './overview.module.css'

/** Refunds and debts to be given up: asked for by one person, decided by another. */
export function ClaimsView() {
  const { t } = useTranslation('fees.overview')
  const errorText = useErrorText()
  const { answer: claims, failure, again } = useAnswer(listClaims)
  return (
    <ListFrame
      title={t('claims.title')}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={claims || failure ? undefined : t('loading')}
    >
      {claims?.length === 0 && (
        <p className={common.softLine}>
          {t('claims.none')} {t('claims.text')}
        </p>
      )}
      <ul className={common.list}>
        {claims?.map((claim) => (
          <ClaimRow key={claim.claimId} claim={claim} onChanged={again} />
        ))}
      </ul>
      <UnmetList />
    </ListFrame>
  )
}

function ClaimRow({ claim, onChanged }: { claim: FeeClaim; onChanged: () => void }) {
  const { t } = useTranslation('fees.overview')
  const { nameOf, childName } = useFeeText()
  const format = useFormat()
  const pick = useBilingual()
  const { kind, state, payer, child, amount, reason, askedBy, askedAt, number } = claim
  return (
    <li className={css.run}>
      <p>
        <strong>{t(`claims.kind.${kind}`)}</strong> · <Money minor={amount} /> · <bdi>{nameOf(payer)}</bdi>
        {child && (
          <>
            {' · '}
            <Link
              to="/fees/$admissionNo"
              params={{ admissionNo: child.number ?? child.studentId }}
              className={link.link}
            >
              <bdi>{childName(child)}</bdi>
            </Link>
          </>
        )}{' '}
        <span className={common.chip}>{t(`claims.state.${state}`)}</span>
      </p>
      <p className={common.softLine}>
        {t('claims.asked', { name: isolated(pick(askedBy.name)), at: format.dateTime(askedAt) })}
        {number && (
          <>
            {' · '}
            <bdi dir="ltr">{number}</bdi>
          </>
        )}
      </p>
      <p>
        <bdi>{reason}</bdi>
      </p>
      <ClaimActions claim={claim} onChanged={onChanged} />
    </li>
  )
}

/** Another person than who asked decides; what is approved of a refund is paid. */
function ClaimActions({ claim, onChanged }: { claim: FeeClaim; onChanged: () => void }) {
  const { t } = useTranslation('fees.overview')
  const errorText = useErrorText()
  const may = useRights()
  const { user } = useAtomValue(sessionAtom)
  const { claimId, kind, state, askedBy } = claim
  const decision = useMutation((isApproved: boolean) => decide({ claimId, isApproved }), { onSuccess: onChanged })
  const isOwn = askedBy.userId === user?.userId
  return (
    <>
      {state === 'asked' && may('fees.approve') && (
        <p className={common.actions}>
          {!isOwn && (
            <Button kind="main" isWorking={decision.isPending} onClick={() => void decision.mutate(true)}>
              {t('claims.approve')}
            </Button>
          )}
          {!isOwn && (
            <Button isWorking={decision.isPending} onClick={() => void decision.mutate(false)}>
              {t('claims.refuse')}
            </Button>
          )}
          {isOwn && t('claims.own')}
        </p>
      )}
      {kind === 'refund' && state === 'approved' && may('fees.refund') && (
        <RefundPayment claim={claim} onChanged={onChanged} />
      )}
      {kind === 'refund' && state === 'approved' && may('fees.approve') && (
        <AnswerRefund claim={claim} onChanged={onChanged} />
      )}
      {decision.error && <InlineNotice tone="problem">{errorText(decision.error)}</InlineNotice>}
    </>
  )
}

/** Payments for finance to look at: what they were meant for was paid already, as by two desks without a network. */
function UnmetList() {
  const { t } = useTranslation('fees.overview')
  const titleId = useId()
  const errorText = useErrorText()
  const { answer: receipts, failure, again } = useAnswer(listUnmet)
  if (failure && !receipts) return <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />
  if (!receipts || receipts.length === 0) return null
  return (
    <section aria-labelledby={titleId} className={common.stack}>
      <h2 id={titleId} className={common.heading}>
        {t('unmet.title')}
      </h2>
      <p className={common.softLine}>{t('unmet.text')}</p>
      <ul className={common.list}>
        {receipts.map((receipt) => (
          <UnmetRow key={receipt.paymentId} receipt={receipt} />
        ))}
      </ul>
    </section>
  )
}

function UnmetRow({ receipt: { number, payer, child, unmet, currency, recordedAt } }: { receipt: FeeReceipt }) {
  const { t } = useTranslation('fees.overview')
  const format = useFormat()
  const { nameOf, childName } = useFeeText()
  return (
    <li className={css.run}>
      <p>
        <strong>
          <bdi dir="ltr" className="num">
            {number}
          </bdi>
        </strong>{' '}
        · <bdi>{nameOf(payer)}</bdi> · <bdi>{format.dateTime(recordedAt)}</bdi>
      </p>
      <p>{t('unmet.amount', { amount: format.money(unmet, currency) })}</p>
      {child && (
        <p>
          <Link to="/fees/$admissionNo" params={{ admissionNo: child.number ?? child.studentId }} className={link.link}>
            <bdi>{childName(child)}</bdi>
          </Link>
        </p>
      )}
    </li>
  )
}
