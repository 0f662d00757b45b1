import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { PrintIcon } from '#client/ui/icons/action-icons.tsx'
import { Printout } from '#client/ui/print/printout.tsx'
import facts from '#client/ui/tables/facts.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { AccountMovement } from '#shared/pos/account-money.contract.ts'

/** What has been booked, as a document to print; or that a second person has to approve it. */
export function MovementSheet({ movement, onClose }: { movement: AccountMovement; onClose: () => void }) {
  const { t } = useTranslation('pos.pupil-accounts')
  const isBooked = movement.state === 'booked'
  // Kept on this device: provisional until the server has given its number.
  const isKept = isBooked && movement.documentNo === null
  return (
    <Sheet
      key="movement"
      title={t(titleOf(movement))}
      onClose={onClose}
      footer={
        <>
          {isBooked && (
            <Button icon={<PrintIcon />} onClick={() => print()}>
              {t('movement.print')}
            </Button>
          )}
          <Button kind="main" data-autofocus onClick={onClose}>
            {t('movement.back')}
          </Button>
        </>
      }
    >
      {!isBooked && <InlineNotice tone="info">{t('movement.waitingText')}</InlineNotice>}
      {isKept && <InlineNotice tone="info">{t('movement.keptText')}</InlineNotice>}
      <MovementFacts movement={movement} />
      {isBooked && (
        <Printout size="page">
          <h1>{isKept ? t('movement.provisionalTitle') : t(`money.kinds.${movement.kind}`)}</h1>
          <MovementFacts movement={movement} />
          {isKept && <p>{t('movement.provisionalText')}</p>}
        </Printout>
      )}
    </Sheet>
  )
}

function titleOf({ state, documentNo }: AccountMovement) {
  if (state !== 'booked') return 'movement.waiting'
  return documentNo === null ? 'movement.kept' : 'movement.booked'
}

/** A movement, line by line. */
export function MovementFacts({ movement }: { movement: AccountMovement }) {
  const { t } = useTranslation('pos.pupil-accounts')
  const pick = useBilingual()
  const format = useFormat()
  const { kind, holder, other, amount, currency, method, reference, paidOn, reason, documentNo, provisional } = movement
  const { askedBy, askedAt, takenAt, decidedBy } = movement
  return (
    <dl className={facts.facts}>
      <Fact label={t('movement.what')}>{t(`money.kinds.${kind}`)}</Fact>
      <Fact label={t('movement.holder')}>
        <Person of={holder} />
      </Fact>
      <Fact label={t('money.sibling')}>{other && <Person of={other} />}</Fact>
      <Fact label={t('statement.column.amount')}>
        <Money minor={amount} currency={currency} />
      </Fact>
      <Fact label={t('money.method')}>{method && t(`statement.way.${method}`)}</Fact>
      <Fact label={t('movement.reference')}>{reference && <bdi dir="ltr">{reference}</bdi>}</Fact>
      <Fact label={t('money.paidOn')}>{paidOn && <bdi>{format.day(`${paidOn}T12:00:00Z`)}</bdi>}</Fact>
      <Fact label={t('money.reason')}>{reason && <bdi>{reason}</bdi>}</Fact>
      <Fact label={t('movement.no')}>{documentNo && <bdi dir="ltr">{documentNo}</bdi>}</Fact>
      <Fact label={t('movement.provisional')}>{provisional && <bdi dir="ltr">{provisional}</bdi>}</Fact>
      <Fact label={t('movement.by')}>
        {askedBy && <bdi>{pick(askedBy)}</bdi>} · <bdi>{format.dateTime(takenAt ?? askedAt)}</bdi>
      </Fact>
      <Fact label={t('movement.approvedBy')}>{decidedBy && <bdi>{pick(decidedBy)}</bdi>}</Fact>
    </dl>
  )
}

/** One line; none where nothing is said. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Person({ of: { name, className, admissionNo } }: { of: AccountMovement['holder'] }) {
  const pick = useBilingual()
  return (
    <>
      <bdi>{pick(name)}</bdi> · <bdi>{className}</bdi> · <bdi dir="ltr">{admissionNo}</bdi>
    </>
  )
}
