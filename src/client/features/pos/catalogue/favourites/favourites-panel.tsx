import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { SidePanel } from '#client/ui/feedback/side-panel.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { ItemId } from '#shared/kernel/fields.ts'
import { BothNames, type Catalogue, type TillFavourites } from '#shared/pos/catalogue-edit.contract.ts'
import { favouritesName, maxFavourites } from '#shared/pos/catalogue/catalogue-parts.contract.ts'
import { putFavourites } from '../catalogue.api.ts'
import { itemsFound } from '../catalogue-search.ts'
import css from '../components/catalogue.module.css'
import { MoveButtons } from '../components/move-buttons.tsx'
import { NameFields } from '../components/name-fields.tsx'
import { SaveError } from '../components/save-error.tsx'
import { movedTo } from '../moved-to.ts'

interface FavouritesPanelProps {
  catalogue: Catalogue
  onClose: () => void
  onDone: () => void
}

/** Which items stand first on each till. */
export function FavouritesPanel({ catalogue, onClose, onDone }: FavouritesPanelProps) {
  const { t } = useTranslation('pos.catalogue')
  const pick = useBilingual()
  const [tillId, setTillId] = useState(catalogue.favourites[0]?.till.tillId)
  const chosen = catalogue.favourites.find(({ till }) => till.tillId === tillId)
  if (!chosen)
    return (
      <SidePanel title={t('favourites.title')} onClose={onClose}>
        <p>{t('favourites.noTill')}</p>
      </SidePanel>
    )
  return (
    <TillForm key={tillId} chosen={chosen} catalogue={catalogue} onClose={onClose} onDone={onDone}>
      <SelectField label={t('favourites.till')} value={tillId ?? ''} onChange={setTillId}>
        {catalogue.favourites.map(({ till }) => (
          <option key={till.tillId} value={till.tillId}>
            {`${pick(till.name)} · ${pick(till.site)}`}
          </option>
        ))}
      </SelectField>
    </TillForm>
  )
}

interface TillFormProps extends FavouritesPanelProps {
  chosen: TillFavourites
  children: React.ReactNode
}

function TillForm({ chosen, catalogue, children, onClose, onDone }: TillFormProps) {
  const { t } = useTranslation('pos.catalogue')
  const [name, setName] = useState<Bilingual>(chosen.version === 0 ? favouritesName : chosen.name)
  const [itemIds, setItemIds] = useState<readonly string[]>(chosen.itemIds)
  const [isWrong, setWrong] = useState(false)
  const { mutate, isPending, error } = useMutation(putFavourites, { onSuccess: onDone })
  const save = () => {
    const read = BothNames.safeParse(name)
    setWrong(!read.success)
    const ids = itemIds.map((id) => ItemId.parse(id))
    if (!read.success) return
    void mutate({
      tillId: chosen.till.tillId,
      favourites: { name: read.data, itemIds: ids },
      seen: chosen.version,
    })
  }
  return (
    <SidePanel
      title={t('favourites.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" isWorking={isPending} onClick={save}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={common.stack}>
        <p className={common.softLine}>{t('favourites.lead')}</p>
        {children}
        <NameFields name={name} isWrong={isWrong} onChange={setName} />
        <ChosenItems catalogue={catalogue} itemIds={itemIds} onChange={setItemIds} />
        <AddItem catalogue={catalogue} itemIds={itemIds} onAdd={(id) => setItemIds([...itemIds, id])} />
      </div>
      <SaveError error={error} />
    </SidePanel>
  )
}

interface ChosenProps {
  catalogue: Catalogue
  itemIds: readonly string[]
  onChange: (itemIds: readonly string[]) => void
}

/** The chosen ones in their order. Items that are gone stay away by themselves. */
function ChosenItems({ catalogue, itemIds, onChange }: ChosenProps) {
  const { t } = useTranslation('pos.catalogue')
  const pick = useBilingual()
  if (itemIds.length === 0) return <p className={common.softLine}>{t('favourites.none')}</p>
  return (
    <ol className={common.tightList} aria-label={t('favourites.chosen')}>
      {itemIds.map((id, at) => {
        const item = catalogue.items.find((each) => each.id === id)
        const title = item ? pick(item.name) : id
        return (
          <li key={id} className={common.centredActions}>
            <bdi className={css.favourite}>{title}</bdi>
            <MoveButtons
              title={title}
              no={at}
              isLast={at === itemIds.length - 1}
              onMove={(to) => onChange(movedTo(itemIds, at, to))}
              onRemove={() => onChange(itemIds.toSpliced(at, 1))}
            />
          </li>
        )
      })}
    </ol>
  )
}

interface AddItemProps extends Omit<ChosenProps, 'onChange'> {
  onAdd: (itemId: string) => void
}

/** A handful: who types one letter more finds what is missing. */
const maxFound = 8

function AddItem({ catalogue, itemIds, onAdd }: AddItemProps) {
  const { t } = useTranslation('pos.catalogue')
  const pick = useBilingual()
  const [text, setText] = useState('')
  const left = catalogue.items.filter(({ id, active }) => active && !itemIds.includes(id))
  const found = text.trim() === '' ? [] : itemsFound(left, { text }).slice(0, maxFound)
  const isFull = itemIds.length >= maxFavourites
  return (
    <section className={common.tightStack}>
      <TextField
        label={t('favourites.add')}
        hint={isFull ? t('favourites.full', { count: maxFavourites }) : t('filter.text')}
        type="search"
        autoComplete="off"
        disabled={isFull}
        maxLength={100}
        value={text}
        onChange={setText}
      />
      <div className={common.actions}>
        {found.map((item) => (
          <Button
            key={item.id}
            onClick={() => {
              onAdd(item.id)
              setText('')
            }}
          >
            <bdi>{pick(item.name)}</bdi>
          </Button>
        ))}
      </div>
    </section>
  )
}
