import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { HeldIcon, WarnIcon } from '#client/ui/icons/action-icons.tsx'
import { CheckIcon } from '#client/ui/icons/icons.tsx'
import type { Transaction } from '#shared/pos/pos-report.contract.ts'
import css from './transaction-table.module.css'

const marks: Record<Transaction['sync'], ReactNode> = {
  received: <CheckIcon size={18} />,
  pending: <HeldIcon size={18} />,
  attention: <WarnIcon size={18} />,
}

/** Whether it has arrived: a mark and a word, so that colour is never alone. */
export function SyncMark({ state }: { state: Transaction['sync'] }) {
  const { t } = useTranslation('pos.reports')
  return (
    <span className={css.mark} data-state={state}>
      {marks[state]} {t(`sync.${state}`)}
    </span>
  )
}
