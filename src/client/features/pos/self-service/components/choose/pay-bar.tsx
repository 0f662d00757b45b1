import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { notSavedReason } from '#client/platform/offline/not-saved.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { CheckIcon } from '#client/ui/icons/icons.tsx'
import type { OpenCart } from '#local/pos/cart-edit.ts'
import { openClashes } from '#local/pos/cart-edit.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { deniedNow, spendableNow } from '../../../spending/rules-now.ts'
import { obstacle, payFromAccount } from '../../pay.actions.ts'
import css from '../../self-service.module.css'
import { BackIcon } from '../../kiosk-icons.tsx'
import { useVisit } from '../../visit-context.ts'
import type { Choosing } from '../../visit.types.ts'
import { BarButton, LeaveButton, StaffButton } from '../stage.tsx'

interface PayBarProps {
  scene: Choosing
  cart: OpenCart & { customerId: CustomerId }
  tenderId: string
}

/** The way out, the way to staff, and the one button that pays. */
export function PayBar({ scene, cart, tenderId }: PayBarProps) {
  const { t } = useTranslation('pos.self-service')
  const format = useFormat()
  const till = useTill()
  const { send, faces } = useVisit()
  const { proof, customerId } = scene
  const { total } = till.priceCart(cart).totals
  const clashes = openClashes(cart, (allergens) => till.allergenClash(customerId, allergens))
  const stop = obstacle({
    total,
    spendable: spendableNow(till, customerId),
    proof,
    capMinor: faces?.settings?.capMinor,
    isForbidden: clashes.length > 0 || deniedNow(till, customerId, cart.lines).length > 0,
  })
  const paying = useMutation(async () => (proof ? payFromAccount(till, cart, total, tenderId, proof) : undefined), {
    onSuccess: (sale) => sale && send({ type: 'paid', saleId: sale.id }),
    reasonOf: notSavedReason,
  })
  const pay = () => (stop === 'needs-pin' ? send({ type: 'needs-pin' }) : void paying.mutate())
  const said = paying.error
    ? t('notSaved')
    : stop === 'over'
      ? t('choose.overLimit')
      : stop === 'forbidden'
        ? t('choose.takeOut')
        : ''
  return (
    <>
      <p className={css.said} role="alert">
        {said}
      </p>
      {proof ? (
        <LeaveButton label={t('choose.cancel')} />
      ) : (
        <BarButton icon={<BackIcon size={36} />} onClick={() => send({ type: 'back' })}>
          {t('back')}
        </BarButton>
      )}
      <StaffButton />
      <button
        type="button"
        className={css.go}
        data-action="pay"
        data-large
        disabled={stop === 'empty' || stop === 'over' || stop === 'forbidden'}
        aria-busy={paying.isPending || undefined}
        onClick={paying.isPending ? undefined : pay}
      >
        <CheckIcon size={56} />
        <span>{t('choose.pay', { amount: format.money(total, till.settings.currency) })}</span>
      </button>
    </>
  )
}
