import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { SidePanel } from '#client/ui/feedback/side-panel.tsx'
import { ItemId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { zero } from '#shared/kernel/money.ts'
import type { Catalogue, CatalogueItem, ItemInput } from '#shared/pos/catalogue-edit.contract.ts'
import { putItem, putPicture } from '../catalogue.api.ts'
import { type ItemDraft, itemDraftOf, readItemDraft, type WrongItemField } from '../item-draft.ts'
import { type NewItemDraft, useNewItemDraft, withKept } from '../use-item-draft.ts'
import { FoodFields, ItemFields, ShelfFields } from './item-fields.tsx'
import { type NewPicture, PictureField } from './picture-field.tsx'
import { SaveError } from './save-error.tsx'

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

/** One item: everything that tills show, charge and warn of. What is typed of a new one is kept until it is saved. */
export function ItemSheet(props: ItemSheetProps) {
  const { t } = useTranslation('pos.catalogue')
  const draft = useNewItemDraft(props.item === undefined)
  if (draft.kept === undefined)
    return (
      <SidePanel title={t('item.add')} onClose={props.onClose}>
        <p className={common.softLine}>{t('item.opening')}</p>
      </SidePanel>
    )
  return <ItemForm {...props} kept={draft.kept} keep={draft.keep} drop={draft.drop} />
}

/** The draft of an item, or of a new one: its price has to be typed. */
function draftFrom(item: CatalogueItem | undefined, catalogue: Catalogue): ItemDraft {
  const { price, ...rest } = itemDraftOf(item ?? blankItem(catalogue), catalogue.currency)
  return { ...rest, price: item ? price : '' }
}

/** Saves an item, and then its picture if that is another one. */
async function saveWithPicture(item: ItemInput, seen: number, picture: NewPicture): Promise<void> {
  await putItem({ item, seen })
  if (picture) await putPicture({ itemId: item.id, data: picture.data })
}

type ItemFormProps = ItemSheetProps & Omit<NewItemDraft, 'kept'> & { kept: object | null }

function ItemForm({ item, catalogue, kept, keep, drop, onClose, onDone }: ItemFormProps) {
  const { t } = useTranslation('pos.catalogue')
  const { currency } = catalogue
  const [id] = useState(() => item?.id ?? ItemId.parse(uuidv7(machineClock.nowMs(), machineRandom)))
  const blank = () => draftFrom(item, catalogue)
  const [draft, setDraft] = useState(() => withKept(blank(), kept))
  const [isBack, setBack] = useState(kept !== null)
  const [picture, setPicture] = useState<NewPicture>()
  const [wrong, setWrong] = useState<readonly WrongItemField[]>([])
  const { mutate, isPending, error } = useMutation(saveWithPicture, {
    onSuccess: () => {
      drop()
      onDone()
    },
  })
  const formId = useId()
  const change = (part: Partial<typeof draft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    keep(next)
  }
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const read = readItemDraft(draft, id, currency)
    setWrong(read.wrong)
    if (read.item) void mutate(read.item, item?.version ?? 0, picture)
  }
  return (
    <SidePanel
      title={t(item ? 'item.edit' : 'item.add')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      {isBack && (
        <KeptNotice
          onStartAgain={() => {
            setDraft(blank())
            setBack(false)
            drop()
          }}
        />
      )}
      <form id={formId} className={common.stack} noValidate onSubmit={save}>
        <ItemFields draft={draft} wrong={wrong} catalogue={catalogue} onChange={change} />
        <ShelfFields draft={draft} wrong={wrong} onChange={change} />
        <PictureField path={item?.picture} picture={picture} onChange={setPicture} />
        <FoodFields draft={draft} wrong={wrong} catalogue={catalogue} onChange={change} />
      </form>
      <SaveError error={error} />
    </SidePanel>
  )
}

function KeptNotice({ onStartAgain }: { onStartAgain: () => void }) {
  const { t } = useTranslation('pos.catalogue')
  return (
    <InlineNotice tone="info" isBoxed>
      {t('item.kept')}{' '}
      <Button kind="quiet" onClick={onStartAgain}>
        {t('item.startAgain')}
      </Button>
    </InlineNotice>
  )
}
