import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import type { Catalogue, CatalogueCategory, CatalogueItem } from '#shared/pos/catalogue-edit.contract.ts'
import { fetchCatalogue, saveCatalogue } from './catalogue.api.ts'
import { itemsFound, readCatalogueSearch } from './catalogue-search.ts'
import { CatalogueBar } from './components/catalogue-bar.tsx'
import { CategoryList } from './components/category-list.tsx'
import { CategorySheet } from './components/category-sheet.tsx'
import { ImportSheet } from './components/import-sheet.tsx'
import { ItemSheet } from './components/item-sheet.tsx'
import { ItemTable } from './components/item-table.tsx'

/** Rows that are drawn at once: thousands would make every key press slow. */
const maxShown = 100

type Open = 'import' | { item: CatalogueItem | undefined } | { category: CatalogueCategory | undefined }

/** What the canteens sell: categories and items with their prices. Tills take changes over with their next pull. */
export function CatalogueScreen() {
  const { t } = useTranslation('pos.catalogue')
  const errorText = useErrorText()
  const search = readCatalogueSearch(useSearch({ from: '/_authenticated/catalogue' }))
  const navigate = useNavigate({ from: '/catalogue' })
  const { answer: catalogue, failure, again } = useAnswer(fetchCatalogue)
  const [open, setOpen] = useState<Open>()
  const hasTax = catalogue?.taxCodes.some(({ isRetired }) => !isRetired) ?? false
  const canAddItem = catalogue !== undefined && catalogue.categories.length > 0 && hasTax
  return (
    <ListFrame
      title={t('title')}
      tools={
        <>
          <ExportCatalogue />
          <Button disabled={!catalogue} onClick={() => setOpen('import')}>
            {t('import.open')}
          </Button>
          <Button disabled={!catalogue} onClick={() => setOpen({ category: undefined })}>
            {t('category.add')}
          </Button>
          <Button kind="main" disabled={!canAddItem} onClick={() => setOpen({ item: undefined })}>
            {t('item.add')}
          </Button>
        </>
      }
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={catalogue || failure ? undefined : t('loading')}
      empty={catalogue?.categories.length === 0 ? { title: t('empty.title'), text: t('empty.text') } : undefined}
    >
      {catalogue && !hasTax && <p role="status">{t('noTaxCodes')}</p>}
      {catalogue && catalogue.categories.length > 0 && (
        <>
          <CategoryList categories={catalogue.categories} onOpen={(category) => setOpen({ category })} />
          <CatalogueBar
            search={search}
            categories={catalogue.categories}
            onChange={(next) => void navigate({ search: next, replace: true })}
          />
          <Items
            catalogue={catalogue}
            shown={itemsFound(catalogue.items, search)}
            onOpen={(item) => setOpen({ item })}
          />
        </>
      )}
      {catalogue && open && (
        <OpenSheet open={open} catalogue={catalogue} onClose={() => setOpen(undefined)} onChanged={again} />
      )}
    </ListFrame>
  )
}

/** Saves the catalogue as a spreadsheet; of an empty one the headings, to be filled in. */
function ExportCatalogue() {
  const { t, i18n } = useTranslation('pos.catalogue')
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(() => saveCatalogue(i18n.language === 'ar' ? 'ar' : 'en'))
  return (
    <>
      <Button isWorking={isPending} onClick={() => void mutate()}>
        {t('export')}
      </Button>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </>
  )
}

interface ItemsProps {
  catalogue: Catalogue
  shown: readonly CatalogueItem[]
  onOpen: (item: CatalogueItem) => void
}

function Items({ catalogue, shown, onOpen }: ItemsProps) {
  const { t } = useTranslation('pos.catalogue')
  return (
    <>
      <p role="status" className={common.soft}>
        {t('found', { count: shown.length })}
      </p>
      {shown.length > 0 && <ItemTable catalogue={catalogue} items={shown.slice(0, maxShown)} onOpen={onOpen} />}
      {shown.length > maxShown && <p className={common.soft}>{t('more', { count: maxShown })}</p>}
    </>
  )
}

interface OpenSheetProps {
  open: Open
  catalogue: Catalogue
  onClose: () => void
  /** The catalogue is another one now, or may be: it is read again. */
  onChanged: () => void
}

function OpenSheet({ open, catalogue, onClose, onChanged }: OpenSheetProps) {
  const done = () => {
    onClose()
    onChanged()
  }
  if (open === 'import') return <ImportSheet onClose={onClose} onDone={done} />
  if ('category' in open) {
    return <CategorySheet category={open.category} catalogue={catalogue} onClose={done} onDone={done} />
  }
  return <ItemSheet item={open.item} catalogue={catalogue} onClose={done} onDone={done} />
}
