import { useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { PersonIcon } from '#client/ui/icons/action-icons.tsx'
import { KeyHint } from '../board/key-hint.tsx'
import { customerAtom } from '../cart/cart.atoms.ts'
import { sheetAtom } from '../till.atoms.ts'
import css from './customer-card.module.css'

const KnownCustomer = lazy(async () => ({ default: (await import('./known-customer.tsx')).KnownCustomer }))

/** Who is being served, what may be spent and what must not be eaten; how old that knowledge is. */
export function CustomerCard() {
  const { t } = useTranslation('pos.till')
  const known = useAtomValue(customerAtom)
  const openSheet = useSetAtom(sheetAtom)
  if (known)
    return (
      <Suspense fallback={<div className={css.card} />}>
        <KnownCustomer {...known} />
      </Suspense>
    )
  return (
    <div className={css.nobody}>
      <Button
        className={css.find}
        icon={<PersonIcon />}
        aria-haspopup="dialog"
        onClick={() => openSheet({ kind: 'customer' })}
      >
        {t('customer.choose')}
        <KeyHint name="F2" />
      </Button>
    </div>
  )
}
