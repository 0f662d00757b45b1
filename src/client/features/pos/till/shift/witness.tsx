import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { Button } from '#client/ui/button.tsx'
import type { Actor } from '#local/pos/till-inputs.types.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { useKnownPeople } from '../hooks/use-known-people.ts'
import { Approval } from '../payment/approval.tsx'
import { actor } from '../receipts/sale.actions.ts'

interface WitnessProps {
  /** Who saw exactly what is entered now. */
  witness: UserId | undefined
  onWitness: (witness: Actor) => void
}

/** Another person who saw the cash go, proven by PIN or password. */
export function Witness({ witness, onWitness }: WitnessProps) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const people = useKnownPeople()
  const [isAsked, setIsAsked] = useState(false)
  if (witness) {
    const known = people.find(({ userId }) => userId === witness)
    return <p role="status">{t('cash.witnessed', { name: known ? pick(known.name) : '' })}</p>
  }
  if (!isAsked) return <Button onClick={() => setIsAsked(true)}>{t('cash.addWitness')}</Button>
  return (
    <section aria-label={t('cash.witness')}>
      <p>{t('cash.witnessText')}</p>
      <Approval permission="till.operate" actorId={actor().userId} onApproved={onWitness} />
    </section>
  )
}
