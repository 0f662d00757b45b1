import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllergenNames } from '#client/i18n/allergen-names.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { resolveClash, takeOut } from '../cart/cart.actions.ts'
import { clashesAtom, customerAtom } from '../cart/cart.atoms.ts'
import { ReasonField } from '../receipts/reason-field.tsx'
import { sheetAtom } from '../till.atoms.ts'
import css from './conflict-sheet.module.css'

/** A line the customer must not have: it comes off, or somebody answers for it by name of a reason. */
export function ClashSheet({ lineId }: { lineId: string }) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const allergenNames = useAllergenNames()
  const setSheet = useSetAtom(sheetAtom)
  const known = useAtomValue(customerAtom)
  const clash = useAtomValue(clashesAtom).find(({ line }) => line.id === lineId)
  const [reason, setReason] = useState('')
  if (!clash || !known) return null
  const close = () => setSheet(null)
  return (
    <Sheet
      title={t('clash.title')}
      onClose={close}
      footer={
        <>
          <Button
            kind="main"
            size="large"
            data-autofocus
            data-action="take-off"
            onClick={() => {
              close()
              takeOut(lineId)
            }}
          >
            {t('clash.takeOff')}
          </Button>
          <Button
            kind="bad"
            size="large"
            disabled={reason.trim() === ''}
            data-action="sell-anyway"
            onClick={() => {
              close()
              resolveClash(lineId, reason.trim())
            }}
          >
            {t('clash.sellAnyway')}
          </Button>
        </>
      }
    >
      <div className={css.warning}>
        <p className={css.allergens}>{allergenNames(clash.allergens)}</p>
        <p className={css.text}>
          {t('clash.text', { item: pick(clash.line.item.name), customer: pick(known.customer.name) })}
        </p>
      </div>
      <ReasonField
        label={t('clash.reason')}
        value={reason}
        onChange={setReason}
        suggestions={[t('clash.suggest.parent'), t('clash.suggest.nurse'), t('clash.suggest.other')]}
      />
    </Sheet>
  )
}
