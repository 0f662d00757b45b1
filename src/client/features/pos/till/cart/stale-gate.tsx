import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { takeOut } from './cart.actions.ts'
import { cartAtom } from './cart.atoms.ts'
import { sheetAtom } from '../till.atoms.ts'

/** Stands before the payment while something in the cart may be past its date: it comes out, or somebody has checked the package. */
export function StaleGate({ itemIds, children }: { itemIds: readonly string[]; children: ReactNode }) {
  const { t } = useTranslation('pos.stock')
  const pick = useBilingual()
  const lines = (useAtomValue(cartAtom)?.lines ?? []).filter(({ item }) => itemIds.includes(item.id))
  const setSheet = useSetAtom(sheetAtom)
  const [isChecked, setIsChecked] = useState(false)
  if (isChecked || lines.length === 0) return children
  return (
    <Sheet
      title={t('stale.title')}
      onClose={() => setSheet(null)}
      footer={
        <>
          <Button
            size="large"
            onClick={() => {
              for (const { id } of lines) takeOut(id)
            }}
          >
            {t('stale.remove')}
          </Button>
          <Button kind="main" size="large" data-autofocus onClick={() => setIsChecked(true)}>
            {t('stale.sell')}
          </Button>
        </>
      }
    >
      <p>{t('stale.text')}</p>
      <ul data-stale>
        {lines.map(({ id, item }) => (
          <li key={id}>
            <bdi>{pick(item.name)}</bdi>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
