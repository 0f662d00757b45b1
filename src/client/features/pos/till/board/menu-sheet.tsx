import { Link } from '@tanstack/react-router'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useTill } from '#client/platform/offline/open-till.ts'
import { userAtom } from '#client/platform/session/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { hasPermission } from '#shared/kernel/roles.ts'
import { cartAtom, customerAtom } from '../cart/cart.atoms.ts'
import { type OpenSheet, sheetAtom } from '../till.atoms.ts'
import css from './menu-sheet.module.css'

const inShift = ['sales', 'parked', 'noReceipt', 'cash', 'x', 'close'] as const satisfies readonly OpenSheet['kind'][]

/** To the money of the customer who is being served, or of one to be found. */
function TopUpButton() {
  const { t } = useTranslation('pos.till')
  const known = useAtomValue(customerAtom)
  const setSheet = useSetAtom(sheetAtom)
  const open = () =>
    setSheet(known ? { kind: 'topUp', customerId: known.customer.id } : { kind: 'customer', backTo: 'topUp' })
  return (
    <Button size="large" onClick={open}>
      {t('menu.topUp')}
    </Button>
  )
}

/** Everything at the till that is not selling. */
export function MenuSheet() {
  const { t } = useTranslation('pos.till')
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const hasCart = (useAtomValue(cartAtom)?.lines.length ?? 0) > 0
  const roles = useAtomValue(userAtom)?.authority ?? []
  const leave = () => setSheet(null)
  return (
    <Sheet title={t('menu.title')} onClose={leave}>
      <div className={css.menu}>
        {till.shift &&
          inShift.map((kind) => (
            <Button
              key={kind}
              size="large"
              // A shift is closed with nothing left on the counter.
              disabled={kind === 'close' && hasCart}
              onClick={() => setSheet({ kind })}
            >
              {t(`menu.${kind}`)}
            </Button>
          ))}
        {till.shift && hasPermission(roles, 'topup.take') && <TopUpButton />}
        {till.lastClosed && (
          <Button size="large" onClick={() => setSheet({ kind: 'z' })}>
            {t('shift.lastZ', { no: till.lastClosed.shift.open.no })}
          </Button>
        )}
        {(['keys', 'hardware', 'device'] as const).map((kind) => (
          <Button key={kind} size="large" onClick={() => setSheet({ kind })}>
            {t(kind === 'device' ? 'menu.thisDevice' : `menu.${kind}`)}
          </Button>
        ))}
      </div>
      {hasCart && <p className={css.note}>{t('menu.closeNeedsEmpty')}</p>}
      <nav className={css.links} aria-label={t('menu.elsewhere')}>
        {hasPermission(roles, 'sales.see') && (
          <Link to="/pos/transaction-report" onClick={leave}>
            {t('menu.report')}
          </Link>
        )}
        {hasPermission(roles, 'device.see') && (
          <Link to="/pos/devices" onClick={leave}>
            {t('menu.devices')}
          </Link>
        )}
        {till.shift && till.settings.till.kind === 'kiosk' && (
          <Link to="/pos-self" onClick={leave}>
            {t('menu.selfService')}
          </Link>
        )}
      </nav>
    </Sheet>
  )
}
