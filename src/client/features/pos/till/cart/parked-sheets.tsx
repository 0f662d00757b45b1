// chunk: till-sheets
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { isEmpty } from '#local/pos/cart-edit.ts'
import type { ParkedCart } from '#local/pos/carts/parked-carts.ts'
import { Field } from '../board/field.tsx'
import css from '../receipts/sales-sheet.module.css'
import { sheetAtom } from '../till.atoms.ts'
import { cartAtom, customerAtom } from './cart.atoms.ts'
import { listParked, parkCart, takeUpParked } from './parked.actions.ts'

/** Puts the open cart aside under a name: the customer's, unless another is typed. */
export function ParkSheet() {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const setSheet = useSetAtom(sheetAtom)
  const known = useAtomValue(customerAtom)
  const [name, setName] = useState(known ? pick(known.customer.name) : '')
  const [problem, setProblem] = useState<'full' | 'failed'>()
  const park = () => {
    parkCart(name.trim()).then(
      (isParked) => (isParked ? setSheet(null) : setProblem('full')),
      () => setProblem('failed'),
    )
  }
  const footer = (
    <Button kind="main" size="large" data-action="park" onClick={park}>
      {t('parked.do')}
    </Button>
  )
  return (
    <Sheet title={t('parked.do')} onClose={() => setSheet(null)} footer={footer}>
      {problem && <p role="alert">{t(`parked.${problem}`)}</p>}
      <Field
        label={t('parked.name')}
        hint={t('parked.nameHint')}
        value={name}
        maxLength={40}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && park()}
      />
    </Sheet>
  )
}

/** The carts that wait on this till; anybody at it may go on with one. */
export function ParkedSheet() {
  const { t } = useTranslation('pos.till')
  const setSheet = useSetAtom(sheetAtom)
  const isBusy = !isEmpty(useAtomValue(cartAtom))
  const [carts, setCarts] = useState<readonly ParkedCart[]>()
  useEffect(() => {
    listParked().then(setCarts, () => setCarts([]))
  }, [])
  const take = (parked: ParkedCart) => {
    takeUpParked(parked).then(
      (isTaken) => isTaken && setSheet(null),
      () => undefined,
    )
  }
  return (
    <Sheet title={t('parked.title')} onClose={() => setSheet(null)}>
      {carts?.length === 0 && <p role="status">{t('parked.none')}</p>}
      {carts && carts.length > 0 && <p>{t(isBusy ? 'parked.busy' : 'parked.end')}</p>}
      <ul className={css.list}>
        {carts?.map((parked) => (
          <Row key={parked.cart.saleId} parked={parked} isBusy={isBusy} onTake={() => take(parked)} />
        ))}
      </ul>
    </Sheet>
  )
}

function Row({ parked, isBusy, onTake }: { parked: ParkedCart; isBusy: boolean; onTake: () => void }) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const format = useFormat()
  const till = useTill()
  const { cart, name, parkedBy, parkedAt } = parked
  const { lines, discount } = cart
  return (
    <li className={css.row} data-parked={cart.saleId}>
      <span className={css.facts}>
        <bdi className={css.no}>{name || t('parked.unnamed')}</bdi>
        <span className={css.soft}>{t('parked.by', { name: pick(parkedBy), time: format.time(parkedAt) })}</span>
        <span className={css.soft}>{lines.map(({ item }) => pick(item.name)).join(t('listComma'))}</span>
      </span>
      <span className={css.amount}>
        <Money bare minor={till.priceCart({ lines, discount }).totals.total} />
      </span>
      <Button kind="main" disabled={isBusy} onClick={onTake}>
        {t('parked.continue')}
      </Button>
    </li>
  )
}
