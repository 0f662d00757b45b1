import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { CheckIcon } from '#client/ui/icons/icons.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { quantityOf } from '#local/pos/cart-edit.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { ItemPicture } from '../../pictures/item-picture.tsx'
import { spendableNow } from '../../spending/rules-now.ts'
import { firstName } from '../first-name.ts'
import css from '../self-service.module.css'
import { useVisit } from '../visit-context.ts'
import { Stage, StaffButton } from './stage.tsx'

const shownSeconds = 10
const shownLines = 5

/** It is saved on this tablet: what was bought, what was paid, what is left, and the next one may come. */
export function Done({ saleId }: { saleId: string }) {
  const { t } = useTranslation('pos.self-service')
  const pick = useBilingual()
  const { send } = useVisit()
  const till = useTill()
  const sale = till.shift?.sales.find(({ id }) => id === saleId)
  const customer = sale?.customerId ? till.customer(sale.customerId) : undefined
  const { left, again } = useCountdown(() => send({ type: 'left' }))
  return (
    <div data-done onPointerDown={again}>
      <Stage
        title={customer ? t('done.titleOf', { name: `⁨${firstName(pick(customer.name))}⁩` }) : t('done.title')}
        isPersonal
        titleRole="status"
        picture={
          <span className={css.tick}>
            <CheckIcon size={96} />
          </span>
        }
        bar={
          <>
            <StaffButton label={t('done.wrong')} />
            <button type="button" className={css.go} data-autofocus onClick={() => send({ type: 'left' })}>
              <span>
                {t('done.next')}
                <small aria-hidden="true">{t('done.itself', { count: left })}</small>
              </span>
              <i className={css.running} aria-hidden="true" key={left === shownSeconds ? 'full' : 'running'} />
            </button>
          </>
        }
      >
        {sale && <Slip sale={sale} />}
      </Stage>
    </div>
  )
}

/** Seconds until `onEnd`; a touch begins them again. */
function useCountdown(onEnd: () => void) {
  const [left, setLeft] = useState(shownSeconds)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const timer = setTimeout(() => (left <= 1 ? end() : setLeft(left - 1)), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return { left, again: () => setLeft(shownSeconds) }
}

function Slip({ sale }: { sale: Sale }) {
  const { t } = useTranslation('pos.self-service')
  const pick = useBilingual()
  const format = useFormat()
  const till = useTill()
  const { currency } = sale
  const more = sale.lines.length - shownLines
  return (
    <div className={css.slip}>
      <h2>{t('done.bought')}</h2>
      <ul>
        {sale.lines.slice(0, shownLines).map((line) => {
          const pieces = quantityOf(line)
          const item = till.catalogue.item(line.itemId)
          return (
            <li key={line.id}>
              <ItemPicture item={item ?? { name: line.name }} />
              <span>
                <bdi>{pick(line.name)}</bdi>
                {pieces > 1 && (
                  <small>
                    <bdi className="num">{`${format.count(pieces)} ×`}</bdi>
                  </small>
                )}
              </span>
              <Money bare minor={minor(line.gross - line.discount)} />
            </li>
          )
        })}
      </ul>
      {more > 0 && <p>{t('choose.andMore', { count: more })}</p>}
      <dl className={css.facts}>
        <dt data-strong>{t('done.paid')}</dt>
        <dd data-strong>
          <Money minor={sale.totals.total} currency={currency} />
        </dd>
        {sale.customerId && (
          <>
            <dt>{t('done.left')}</dt>
            <dd>
              <Money minor={spendableNow(till, sale.customerId)} currency={currency} />
            </dd>
          </>
        )}
        <dt>{t('done.receipt')}</dt>
        <dd>
          <bdi dir="ltr" className="num">
            {sale.receiptNo}
          </bdi>
        </dd>
      </dl>
    </div>
  )
}
