import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import common from '#client/ui/common.module.css'
import type { DocumentItem } from '#shared/documents/document.contract.ts'
import { DocumentStateMark } from './document-state.tsx'
import css from './documents.module.css'

/** How a document stands, how sensitive it is and what that means for who sees it, and what the school says of it. */
export function DocumentAbout({ item }: { item: DocumentItem }) {
  const { t } = useTranslation('documents')
  const pick = useBilingual()
  const { sensitivity } = item.type
  return (
    <>
      <p>
        <DocumentStateMark item={item} />
      </p>
      <p className={css.class} data-class={sensitivity}>
        <span className={css.className}>
          {t(`class.${sensitivity}.name`)} <bdi>{sensitivity}</bdi>
        </span>{' '}
        <span className={common.soft}>{t(`class.${sensitivity}.text`)}</span>
      </p>
      {item.note && <p className={common.soft}>{pick(item.note)}</p>}
      {item.isWithheld && <p>{t('withheld')}</p>}
    </>
  )
}
