import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { ItemId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { zero } from '#shared/kernel/money.ts'
import type { Catalogue, CatalogueItem } from '#shared/pos/catalogue-edit.contract.ts'
import { putItem } from '../catalogue.api.ts'
import { itemDraftOf, readItemDraft, type WrongItemField } from '../item-draft.ts'
import { FoodFields, ItemFields } from './item-fields.tsx'
import { scrollIntoSight } from './scroll-into-sight.ts'

interface ItemSheetProps {
  /** Undefined for a new one. */
  item: CatalogueItem | undefined
  catalogue: Catalogue
  onClose: () => void
  onDone: () => void
}

/** What a new item begins with: the first category and tax of the school. */
const blankItem = ({ categories, taxCodes }: Catalogue) => ({
  categoryId: categories[0]?.id ?? '',
  name: { en: '', ar: '' },
  price: zero,
  taxCode: taxCodes.find(({ isRetired }) => !isRetired)?.code ?? '',
  barcode: null,
  modifierGroupIds: [],
  allergens: [],
  diet: [],
  kcal: null,
  sort: 0,
  active: true,
})

/** One item: everything that tills show, charge and warn of. */
export function ItemSheet({ item, catalogue, onClose, onDone }: ItemSheetProps) {
  const { t } = useTranslation('pos.catalogue')
  const errorText = useErrorText()
  const { currency } = catalogue
  const [id] = useState(() => item?.id ?? ItemId.parse(uuidv7(machineClock.nowMs(), machineRandom)))
  const [draft, setDraft] = useState(() => {
    const { price, ...rest } = itemDraftOf(item ?? blankItem(catalogue), currency)
    return { ...rest, price: item ? price : '' }
  })
  const [wrong, setWrong] = useState<readonly WrongItemField[]>([])
  const { mutate, isPending, error } = useMutation(putItem, { onSuccess: onDone })
  const formId = useId()
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const read = readItemDraft(draft, id, currency)
    setWrong(read.wrong)
    if (read.item) void mutate({ item: read.item, seen: item?.version ?? 0 })
  }
  return (
    <Sheet
      title={t(item ? 'item.edit' : 'item.add')}
      onClose={onClose}
      size="wide"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={save}>
        <ItemFields draft={draft} wrong={wrong} catalogue={catalogue} onChange={change} />
        <FoodFields draft={draft} wrong={wrong} catalogue={catalogue} onChange={change} />
      </form>
      {error && (
        <div ref={scrollIntoSight}>
          <InlineNotice tone="problem">{errorText(error)}</InlineNotice>
        </div>
      )}
    </Sheet>
  )
}
