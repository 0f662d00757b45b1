import { useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { UndoIcon } from '#client/ui/icons/action-icons.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { negate } from '#shared/kernel/money.ts'
import { KeyHint } from '../board/key-hint.tsx'
import { CustomerCard } from '../customer/customer-card.tsx'
import { useCountUp } from '../hooks/use-count-up.ts'
import { sheetAtom } from '../till.atoms.ts'
import { undo } from './cart.actions.ts'
import { cartAtom, clashesAtom, isCartForeignAtom, keptCartAtom, pricedAtom, undoAtom } from './cart.atoms.ts'
import { CartLineRow } from './cart-line.tsx'
import css from './cart-panel.module.css'
import cartTotalStyles from './cart-total.module.css'

const BetweenSales = lazy(async () => ({ default: (await import('./between-sales.tsx')).BetweenSales }))
const CartTools = lazy(async () => ({ default: (await import('./cart-tools.tsx')).CartTools }))
const CartNotes = lazy(async () => ({ default: (await import('./cart-notes.tsx')).CartNotes }))

/** The total and Pay: always in this place, at this size. */
function CartTotal() {
  const { t } = useTranslation('pos.till')
  const cart = useAtomValue(cartAtom)
  const priced = useAtomValue(pricedAtom)
  const clash = useAtomValue(clashesAtom)[0]
  const openSheet = useSetAtom(sheetAtom)
  const total = priced?.totals.total ?? 0
  const shown = useCountUp(total)
  const hasLines = (cart?.lines.length ?? 0) > 0
  return (
    <div className={cartTotalStyles.box}>
      <p className={cartTotalStyles.total}>
        <span>
          {t('cart.total')}
          {priced && priced.totals.tax > 0 && (
            <small className={cartTotalStyles.tax}>
              {t('cart.tax')} <Money bare minor={priced.totals.tax} />
            </small>
          )}
        </span>
        <strong className={cartTotalStyles.sum} data-total={total}>
          <span aria-hidden="true">
            <Money minor={shown} />
          </span>
          <span className="visually-hidden">
            <Money minor={total} />
          </span>
        </strong>
      </p>
      <Button
        kind="main"
        size="large"
        className={cartTotalStyles.pay}
        disabled={!hasLines}
        aria-haspopup="dialog"
        data-action="pay"
        onClick={() => openSheet(clash ? { kind: 'clash', lineId: clash.line.id } : { kind: 'pay' })}
      >
        {t('pay.open')}
        <KeyHint name="F4" />
      </Button>
    </div>
  )
}

/** A step back, offered until the next change. */
function UndoBar() {
  const { t } = useTranslation('pos.till')
  const step = useAtomValue(undoAtom)
  if (!step) return null
  return (
    <div className={css.undo} role="status">
      <span>{t(`cart.${step.key}`)}</span>
      <Button kind="quiet" icon={<UndoIcon />} onClick={undo}>
        {t('cart.undo')}
      </Button>
    </div>
  )
}

function Lines() {
  const { t } = useTranslation('pos.till')
  const till = useTill()
  const cart = useAtomValue(cartAtom)
  const priced = useAtomValue(pricedAtom)
  const clashes = useAtomValue(clashesAtom)
  const isKept = useAtomValue(keptCartAtom) === cart
  const count = cart?.lines.length ?? 0
  if (!cart || count === 0)
    return (
      <>
        <p className={css.empty}>{t('cart.empty')}</p>
        <Suspense fallback={null}>
          <BetweenSales />
        </Suspense>
      </>
    )
  return (
    // A scrolled box must be reachable without a mouse.
    <ul className={css.lines} tabIndex={0} aria-label={t('cart.lines')} data-kept={isKept}>
      {cart.lines.map((line) => {
        const item = till.catalogue.item(line.item.id)
        return (
          <CartLineRow
            key={line.id}
            line={line}
            priced={priced?.lines.find(({ id }) => id === line.id)}
            clash={clashes.find((clash) => clash.line.id === line.id)?.allergens ?? []}
            canChange={item !== undefined && till.catalogue.groupsOf(item).length > 0}
          />
        )
      })}
    </ul>
  )
}

export function CartPanel() {
  const { t } = useTranslation('pos.till')
  const cart = useAtomValue(cartAtom)
  const isForeign = useAtomValue(isCartForeignAtom)
  const priced = useAtomValue(pricedAtom)
  return (
    <aside className={css.panel} aria-label={t('cart.title')}>
      <div className={css.body}>
        {cart && (cart.corrects || cart.exchange || isForeign) && (
          <Suspense fallback={null}>
            <CartNotes cart={cart} isForeign={isForeign} />
          </Suspense>
        )}
        <CustomerCard />
        <Lines />
        <UndoBar />
      </div>
      <Suspense fallback={<div className={css.tools} />}>
        <CartTools cart={cart} />
      </Suspense>
      {priced && priced.totals.discount > 0 && (
        <p className={css.row}>
          <span>{t('discount.title')}</span>
          <Money bare minor={negate(priced.totals.discount)} />
        </p>
      )}
      <CartTotal />
    </aside>
  )
}
