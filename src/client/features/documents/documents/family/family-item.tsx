import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import linkPage from '#client/ui/feedback/link-page.module.css'
import type { FamilyItem as Item } from '#shared/documents/document.contract.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { isReason } from '../document-reasons.ts'
import type { useSendQueue } from '../hooks/use-send-queue.ts'
import css from './family-documents.module.css'
import { SendFiles } from './send-files.tsx'

interface FamilyItemProps {
  item: Item
  sending: ReturnType<typeof useSendQueue>
}

/** One paper: whether the school has it, why it was not taken, and the way to send it. */
export function FamilyItem({ item, sending }: FamilyItemProps) {
  const { t, i18n } = useTranslation('documents')
  const pick = useBilingual()
  const { type, note, state, promisedUntil, reason, remark, maySend } = item
  // What is approved or waived is not on this page.
  const known = state === 'approved' || state === 'waived' ? 'uploaded' : state
  const isHere = known === 'uploaded' || known === 'in-review'
  return (
    <li className={css.item}>
      <h2 className={css.name}>{pick(type.label)}</h2>
      <p>
        {t(`family.state.${known}`)}
        {promisedUntil && <> · {t('promised', { day: formatDay(promisedUntil, i18n.language) })}</>}
      </p>
      {note && <p className={linkPage.soft}>{pick(note)}</p>}
      {(reason ?? remark) !== null && (
        <p className={css.reason}>
          {reason !== null && isReason(reason) && t(`reason.${reason}`)}
          {remark !== null && (
            <>
              {' '}
              <bdi>{remark}</bdi>
            </>
          )}
        </p>
      )}
      {isHere && maySend && <p className={linkPage.soft}>{t('family.more')}</p>}
      <SendFiles type={type} name={pick(type.label)} sending={sending} maySend={maySend} />
    </li>
  )
}
