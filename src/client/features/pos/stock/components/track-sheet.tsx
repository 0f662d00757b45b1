import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import type { Stock, StockItem } from '#shared/pos/stock/stock.contract.ts'
import { saveStockItem } from '../stock.api.ts'

interface TrackSheetProps {
  /** Item with a stock; undefined to choose another one. */
  item: StockItem | undefined
  untracked: Stock['untracked']
  onClose: () => void
  onDone: () => void
}

/** For which items a stock is kept, and whether they are sold out by themselves. */
export function TrackSheet({ item, untracked, onClose, onDone }: TrackSheetProps) {
  const { t } = useTranslation('pos.stock')
  const pick = useBilingual()
  const errorText = useErrorText()
  const [chosen, setChosen] = useState<string>(item?.itemId ?? '')
  const [sellsOut, setSellsOut] = useState(item?.sellsOut ?? true)
  const { mutate, isPending, error } = useMutation(saveStockItem, { onSuccess: onDone })
  const itemId = item?.itemId ?? untracked.find((each) => each.itemId === chosen)?.itemId
  return (
    <Sheet
      title={item ? pick(item.name) : t('track.title')}
      onClose={onClose}
      footer={
        <>
          {item && (
            <Button kind="bad" isWorking={isPending} onClick={() => void mutate(item.itemId, false, false)}>
              {t('track.end')}
            </Button>
          )}
          <Button
            kind="main"
            disabled={!itemId}
            isWorking={isPending}
            onClick={() => itemId && void mutate(itemId, true, sellsOut)}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={common.stack}>
        {!item && (
          <SelectField label={t('track.item')} value={chosen} onChange={setChosen}>
            <option value="">{t('track.choose')}</option>
            {untracked.map(({ itemId: id, name }) => (
              <option key={id} value={id}>
                {pick(name)}
              </option>
            ))}
          </SelectField>
        )}
        <CheckboxField label={t('track.sellsOut')} checked={sellsOut} onChange={setSellsOut} />
        <p className={common.softLine}>{t(item ? 'track.endText' : 'track.text')}</p>
        {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      </div>
    </Sheet>
  )
}
