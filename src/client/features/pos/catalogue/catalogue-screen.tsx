import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Beside } from '#client/ui/feedback/side-panel.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import type { Catalogue } from '#shared/pos/catalogue-edit.contract.ts'
import { fetchCatalogue, saveCatalogue } from './catalogue.api.ts'
import { CatalogueTabs } from '../stock/catalogue-tabs.tsx'
import { type CatalogueAddress, type CatalogueSearch, itemsFound, readCatalogueSearch } from './catalogue-search.ts'
import { CatalogueBar } from './components/catalogue-bar.tsx'
import { CategoryList } from './components/category-list.tsx'
import { Items } from './components/items.tsx'
import { type Open, OpenPanel } from './components/open-panel.tsx'
import { GridScreen } from './grid/grid-screen.tsx'

interface ScreenProps {
  /** What the list is narrowed to, as the address of the page has it. */
  address: CatalogueAddress
  onSearch: (search: CatalogueSearch, replace: boolean) => void
}

/** What the canteens sell: categories and items with their prices. Tills take changes over with their next pull. */
export function CatalogueScreen({ address, onSearch }: ScreenProps) {
  const { t } = useTranslation('pos.catalogue')
  const errorText = useErrorText()
  const search = readCatalogueSearch(address)
  const { answer: catalogue, failure, again } = useAnswer(fetchCatalogue)
  const [open, setOpen] = useState<Open>()
  const isGrid = search.view === 'grid'
  const goTo = (next: CatalogueSearch, replace = true) => onSearch(next, replace)
  const { view: _view, ...listed } = search
  const isEmpty = catalogue?.categories.length === 0
  return (
    <>
      <CatalogueTabs />
      <ListFrame
        title={t(isGrid ? 'grid.title' : 'title')}
        isWide
        tools={
          isGrid ? (
            <Button onClick={() => goTo(listed, false)}>{t('grid.back')}</Button>
          ) : (
            <Tools
              catalogue={catalogue}
              onOpen={setOpen}
              onGrid={() => {
                setOpen(undefined)
                goTo({ ...search, view: 'grid' }, false)
              }}
            />
          )
        }
        failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
        loading={catalogue || failure ? undefined : t('loading')}
        empty={isEmpty ? { title: t('empty.title'), text: t('empty.text') } : undefined}
      >
        {catalogue && !hasTax(catalogue) && <p role="status">{t('noTaxCodes')}</p>}
        {catalogue && (
          <Beside
            panel={
              open && (
                <OpenPanel open={open} catalogue={catalogue} onClose={() => setOpen(undefined)} onChanged={again} />
              )
            }
          >
            {!isEmpty && (
              <Lists
                catalogue={catalogue}
                search={search}
                open={open}
                onOpen={setOpen}
                onSearch={goTo}
                onChanged={again}
              />
            )}
          </Beside>
        )}
      </ListFrame>
    </>
  )
}

interface ListsProps {
  catalogue: Catalogue
  search: CatalogueSearch
  open: Open | undefined
  onOpen: (open: Open) => void
  onSearch: (search: CatalogueSearch) => void
  onChanged: () => void
}

/** The categories and the items found, or the items as a table of cells. */
function Lists({ catalogue, search, open, onOpen, onSearch, onChanged }: ListsProps) {
  const { view, ...listed } = search
  const isGrid = view === 'grid'
  const shown = itemsFound(catalogue.items, listed)
  const { categories } = catalogue
  const openItem = typeof open === 'object' && 'item' in open ? open.item : undefined
  return (
    <>
      {!isGrid && (
        <CategoryList categories={categories} onOpen={(category) => onOpen({ category })} onChanged={onChanged} />
      )}
      <CatalogueBar
        search={listed}
        categories={categories}
        onChange={(next) => onSearch({ ...next, ...(isGrid && { view }) })}
      />
      {isGrid ? (
        <GridScreen catalogue={catalogue} items={shown} onSaved={onChanged} />
      ) : (
        <Items
          catalogue={catalogue}
          shown={shown}
          openId={openItem?.id}
          onOpen={(item) => onOpen({ item })}
          onVersion={(before, version) => {
            // What is open of it was not changed by anybody else: it is saved upon the version that this press made.
            if (openItem?.id === before.id && openItem.version === before.version)
              onOpen({ item: { ...openItem, version } })
          }}
          onChanged={onChanged}
        />
      )}
    </>
  )
}

const hasTax = ({ taxCodes }: Catalogue): boolean => taxCodes.some(({ isRetired }) => !isRetired)

interface ToolsProps {
  catalogue: Catalogue | undefined
  onOpen: (open: Open) => void
  onGrid: () => void
}

/** What can be done with the catalogue as a whole. */
function Tools({ catalogue, onOpen, onGrid }: ToolsProps) {
  const { t } = useTranslation('pos.catalogue')
  const canAddItem = catalogue !== undefined && catalogue.categories.length > 0 && hasTax(catalogue)
  return (
    <>
      <ExportCatalogue />
      <Button disabled={!catalogue} onClick={() => onOpen('import')}>
        {t('import.open')}
      </Button>
      <Button disabled={!catalogue || catalogue.items.length === 0} onClick={onGrid}>
        {t('grid.open')}
      </Button>
      <Button disabled={!catalogue} onClick={() => onOpen('options')}>
        {t('options.open')}
      </Button>
      <Button disabled={!catalogue || catalogue.items.length === 0} onClick={() => onOpen('favourites')}>
        {t('favourites.open')}
      </Button>
      <Button disabled={!catalogue} onClick={() => onOpen({ category: undefined })}>
        {t('category.add')}
      </Button>
      <Button kind="main" disabled={!canAddItem} onClick={() => onOpen({ item: undefined })}>
        {t('item.add')}
      </Button>
    </>
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
