// chunk: fees
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import type { Answer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import type { FeeGrant } from '#shared/fees/setup/fee-discount.contract.ts'
import { GrantLine } from './grant-line.tsx'

/** Discounts of the whole school that are above the limit of who granted them, for another person to decide. */
export function WaitingView({ of: { answer: grants, failure, again } }: { of: Answer<FeeGrant[]> }) {
  const { t } = useTranslation('fees.overview')
  const errorText = useErrorText()
  return (
    <ListFrame
      title={t('grants.title')}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={grants || failure ? undefined : t('loading')}
      empty={grants?.length === 0 ? { title: t('grants.none'), text: t('grants.text') } : undefined}
    >
      <ul className={common.list}>
        {grants?.map((grant) => (
          <GrantLine key={grant.id} grant={grant} isNamed onChanged={again} />
        ))}
      </ul>
    </ListFrame>
  )
}
