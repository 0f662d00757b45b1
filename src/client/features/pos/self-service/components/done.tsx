import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { CheckIcon } from '#client/ui/icons/icons.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import css from '../self-service.module.css'
import { useVisit } from '../visit-context.ts'

const shownMs = 6000

/** It is saved on this tablet: the number, what was paid, and the next one may come. */
export function Done({ saleId }: { saleId: string }) {
  const { t } = useTranslation('pos.self-service')
  const { send } = useVisit()
  const till = useTill()
  const sale = till.shift?.sales.find(({ id }) => id === saleId)
  const leave = useEffectEvent(() => send({ type: 'left' }))
  useEffect(() => {
    const timer = setTimeout(leave, shownMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <section className={css.scene} data-done>
      <span className={css.tick}>
        <CheckIcon size={72} />
      </span>
      <h1 className={css.title} role="status">
        {t('done.title')}
      </h1>
      {sale && (
        <dl className={css.facts}>
          <dt>{t('done.receipt')}</dt>
          <dd>
            <bdi dir="ltr" className="num">
              {sale.receiptNo}
            </bdi>
          </dd>
          <dt>{t('done.paid')}</dt>
          <dd>
            <Money minor={sale.totals.total} currency={sale.currency} />
          </dd>
        </dl>
      )}
      <Button kind="main" size="large" data-autofocus onClick={() => send({ type: 'left' })}>
        {t('done.next')}
      </Button>
    </section>
  )
}
