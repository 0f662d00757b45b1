import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
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
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { FeeClaim } from '#shared/fees/fee-refund.contract.ts'
import { useFeeText } from '../../account/hooks/use-fee-text.ts'
import { AnswerRefund } from '../../claims/answer-refund.tsx'
import { RefundPayment } from '../../claims/refund-payment.tsx'
import { isolated } from '../../isolated.ts'
import { decide, listClaims } from '../fees.api.ts'
import css from './overview.module.css'
import { UnmetList } from './unmet-list.tsx'

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
