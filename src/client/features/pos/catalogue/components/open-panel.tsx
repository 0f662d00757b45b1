import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { SidePanel } from '#client/ui/feedback/side-panel.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { NumberField } from '#client/ui/fields/text-field.tsx'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { latinDigits } from '#shared/kernel/digits.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import {
  type Catalogue,
  type CatalogueCategory,
  type CatalogueItem,
  CategoryInput,
} from '#shared/pos/catalogue-edit.contract.ts'
import { putCategory } from '../catalogue.api.ts'
import { FavouritesPanel } from '../favourites/favourites-panel.tsx'
import { OptionsPanel } from '../options/options-panel.tsx'
import { ColourField } from './colour-field.tsx'
import { ImportSheet } from './import-sheet.tsx'
import { ItemSheet } from './item-sheet.tsx'
import { NameFields } from './name-fields.tsx'
import { SaveError } from './save-error.tsx'

/** What is open beside the list. */
export type Open =
  | 'import'
  | 'options'
  | 'favourites'
  | { item: CatalogueItem | undefined }
  | { category: CatalogueCategory | undefined }

interface OpenPanelProps {
  open: Open
  catalogue: Catalogue
  onClose: () => void
  /** The catalogue is another one now, or may be: it is read again. */
  onChanged: () => void
}

export function OpenPanel({ open, catalogue, onClose, onChanged }: OpenPanelProps) {
  const done = () => {
    onClose()
    onChanged()
  }
  if (open === 'import') return <ImportSheet onClose={onClose} onDone={done} />
  if (open === 'options') return <OptionsPanel catalogue={catalogue} onClose={done} onDone={done} />
  if (open === 'favourites') return <FavouritesPanel catalogue={catalogue} onClose={done} onDone={done} />
  if ('category' in open) {
    const key = open.category?.id
    return <CategorySheet key={key} category={open.category} catalogue={catalogue} onClose={done} onDone={done} />
  }
  return <ItemSheet key={open.item?.id} item={open.item} catalogue={catalogue} onClose={done} onDone={done} />
}

interface CategorySheetProps {
  /** Undefined for a new one. */
  category: CatalogueCategory | undefined
  catalogue: Catalogue
  onClose: () => void
  onDone: () => void
}

/** One category: its names, where it stands, its colour, whether the tills show it. */
function CategorySheet({ category, catalogue, onClose, onDone }: CategorySheetProps) {
  const { t } = useTranslation('pos.catalogue')
  const [id] = useState(() => category?.id ?? uuidv7(machineClock.nowMs(), machineRandom))
  const [name, setName] = useState(category?.name ?? { en: '', ar: '' })
  const [sort, setSort] = useState(String(category?.sort ?? nextSort(catalogue.categories)))
  const [hue, setHue] = useState(category?.hue)
  const [active, setActive] = useState(category?.active ?? true)
  const [wrong, setWrong] = useState<readonly unknown[]>([])
  const { mutate, isPending, error } = useMutation(putCategory, { onSuccess: onDone })
  const formId = useId()
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const read = CategoryInput.safeParse({
      id,
      name,
      sort: Number.parseInt(latinDigits(sort), 10),
      active,
      hue: hue ?? null,
    })
    setWrong(read.success ? [] : read.error.issues.map(({ path }) => path[0]))
    if (read.success) void mutate({ category: read.data, seen: category?.version ?? 0 })
  }
  return (
    <SidePanel
      title={t(category ? 'category.edit' : 'category.add')}
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
      <form id={formId} className={common.stack} noValidate onSubmit={save}>
        <NameFields name={name} isWrong={wrong.includes('name')} onChange={setName} />
        <NumberField
          label={t('sort')}
          hint={t('sortHint')}
          width="narrow"
          error={wrong.includes('sort') ? t('wrong.sort') : undefined}
          value={sort}
          onChange={setSort}
        />
        <ColourField hue={hue} onChange={setHue} />
        <CheckboxField label={t('category.active')} checked={active} onChange={setActive} />
      </form>
      <SaveError error={error} />
    </SidePanel>
  )
}

/** Behind the last one. */
const nextSort = (rows: readonly { sort: number }[]): number => Math.max(0, ...rows.map(({ sort }) => sort)) + 1
