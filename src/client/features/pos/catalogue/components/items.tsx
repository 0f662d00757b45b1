import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { Catalogue, CatalogueItem } from '#shared/pos/catalogue-edit.contract.ts'
import { putSoldOut } from '../catalogue.api.ts'
import { ItemTable } from './item-table.tsx'

/** Rows that are drawn at once: thousands would make every key press slow. */
const maxShown = 100

interface ItemsProps {
  catalogue: Catalogue
  shown: readonly CatalogueItem[]
  openId: string | undefined
  onOpen: (item: CatalogueItem) => void
  /** The press gave an item another version than the one it had. */
  onVersion: (before: CatalogueItem, version: number) => void
  onChanged: () => void
}

/** The items found, each opening its panel; one press marks one as sold out. */
export function Items({ catalogue, shown, openId, onOpen, onVersion, onChanged }: ItemsProps) {
  const { t } = useTranslation('pos.catalogue')
  const errorText = useErrorText()
  const { mutate, error } = useMutation(
    async (item: CatalogueItem, isSoldOut: boolean) => {
      const { version } = await putSoldOut({ itemId: item.id, isSoldOut })
      return { before: item, version }
    },
    {
      onSuccess: ({ before, version }) => {
        onVersion(before, version)
        onChanged()
      },
    },
  )
  return (
    <>
      <p role="status" className={common.soft}>
        {t('found', { count: shown.length })}
      </p>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      {shown.length > 0 && (
        <ItemTable
          catalogue={catalogue}
          items={shown.slice(0, maxShown)}
          openId={openId}
          onOpen={onOpen}
          onSoldOut={(item, isSoldOut) => void mutate(item, isSoldOut)}
        />
      )}
      {shown.length > maxShown && <p className={common.soft}>{t('more', { count: maxShown })}</p>}
    </>
  )
}
