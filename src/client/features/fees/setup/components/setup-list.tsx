// chunk: fees
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { Beside } from '#client/ui/feedback/side-panel.tsx'
import css from './fee-setup.module.css'

/** What a panel beside the list does when it ends. */
export interface PanelEnds {
  onClose: () => void
  onDone: () => void
  onStale: () => void
}

interface SetupListProps<T> {
  /** Which words: those of components, plans or discounts. */
  of: 'component' | 'plan' | 'discount'
  items: readonly T[]
  keyOf: (item: T) => string
  onChanged: () => void
  renderTable: (onOpen: (item: T) => void) => ReactNode
  /** @param item as the server has it now; undefined for a new one */
  renderPanel: (item: T | undefined, ends: PanelEnds) => ReactNode
}

/** A list of what is set up for fees, with the panel of one beside it. */
export function SetupList<T>({ of, items, keyOf, onChanged, renderTable, renderPanel }: SetupListProps<T>) {
  const { t } = useTranslation('fees.setup')
  const may = useRights()
  const [open, setOpen] = useState<{ item: T | undefined }>()
  const onClose = () => setOpen(undefined)
  const onDone = () => {
    onClose()
    onChanged()
  }
  const opened = open?.item
  const now = opened && (items.find((item) => keyOf(item) === keyOf(opened)) ?? opened)
  return (
    <Beside panel={open && renderPanel(now, { onClose, onDone, onStale: onChanged })}>
      <div className={css.bar}>
        <p>{t(`${of}.lead`)}</p>
        {may('fees.setup') && (
          <Button kind="main" onClick={() => setOpen({ item: undefined })}>
            {t(`${of}.add`)}
          </Button>
        )}
      </div>
      {items.length === 0 ? (
        <p className={common.softLine}>{t(`${of}.none`)}</p>
      ) : (
        renderTable((item) => setOpen({ item }))
      )}
    </Beside>
  )
}
