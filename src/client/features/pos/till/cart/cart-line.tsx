import { useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllergenNames } from '#client/i18n/allergen-names.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { Button } from '#client/ui/button.tsx'
import { DeleteIcon, WarnIcon } from '#client/ui/icons/action-icons.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { quantityOf } from '#local/pos/cart-edit.ts'
import { negate } from '#shared/kernel/money.ts'
import type { CartLine } from '#shared/pos/cart.rules.ts'
import type { Allergen } from '#shared/pos/catalogue.contract.ts'
import type { SaleLine } from '#shared/pos/sale.contract.ts'
import { Stepper } from '../board/stepper.tsx'
import { sheetAtom } from '../till.atoms.ts'
import { changeQuantity, takeOut } from './cart.actions.ts'
import css from './cart-line.module.css'

interface CartLineProps {
  line: CartLine
  priced: SaleLine | undefined
  /** What the customer must not have and nobody has answered for yet. */
  clash: readonly Allergen[]
  canChange: boolean
}

function What({ line, priced, canChange }: Omit<CartLineProps, 'clash'>) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const openSheet = useSetAtom(sheetAtom)
  const name = pick(line.item.name)
  const modifiers = line.modifiers.map((m) => pick(m.name)).join(t('listComma'))
  return (
    <div className={css.what}>
      {canChange ? (
        <button
          type="button"
          className={css.name}
          aria-label={t('cart.change', { name })}
          aria-haspopup="dialog"
          onClick={() => openSheet({ kind: 'item', itemId: line.item.id, lineId: line.id })}
        >
          <bdi>{name}</bdi>
        </button>
      ) : (
        <bdi className={css.plainName}>{name}</bdi>
      )}
      {modifiers && <bdi className={css.modifiers}>{modifiers}</bdi>}
      {line.note && <bdi className={css.modifiers}>{line.note}</bdi>}
      {line.overrideReason && (
        <span className={css.modifiers}>{t('cart.reason', { reason: line.overrideReason })}</span>
      )}
      {line.price && <span className={css.modifiers}>{t('why.price')}</span>}
      {line.discount && (
        <span className={css.modifiers}>
          {t('why.line-discount')} <Money bare minor={negate(priced?.ownDiscount?.amount ?? 0)} />
        </span>
      )}
    </div>
  )
}

export function CartLineRow({ line, priced, clash, canChange }: CartLineProps) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const allergenNames = useAllergenNames()
  const openSheet = useSetAtom(sheetAtom)
  const row = useRef<HTMLLIElement>(null)
  // What was just rung up is in sight.
  // Newer browsers answer a promise here, which React would take for the way to clean up.
  useEffect(() => {
    row.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const name = pick(line.item.name)
  return (
    <li ref={row} className={css.line} data-clash={clash.length > 0 || undefined} data-line={line.id}>
      <What line={line} priced={priced} canChange={canChange} />
      <span className={css.amount}>
        <Money bare minor={priced?.gross ?? 0} />
      </span>
      {clash.length > 0 && (
        <Button
          kind="bad"
          className={css.clash}
          icon={<WarnIcon />}
          onClick={() => openSheet({ kind: 'clash', lineId: line.id })}
        >
          {t('cart.clash', { allergens: allergenNames(clash) })}
        </Button>
      )}
      <button
        type="button"
        className={css.step}
        aria-label={t('cart.remove', { name })}
        onClick={() => takeOut(line.id)}
      >
        <DeleteIcon />
      </button>
      <Stepper
        name={name}
        pieces={quantityOf(line)}
        onChange={(pieces) => changeQuantity(line.id, pieces)}
        onType={() => openSheet({ kind: 'line', lineId: line.id })}
      />
    </li>
  )
}
