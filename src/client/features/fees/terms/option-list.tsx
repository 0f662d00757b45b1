// chunk: fees
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { FeeOption } from '#shared/fees/setup/fee-child.contract.ts'
import type { FeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import { dropOption } from './child-terms.api.ts'

interface OptionListProps {
  options: readonly FeeOption[]
  components: readonly FeeComponent[]
  onEdit: (option: FeeOption) => void
  onChanged: () => void
}

/** Optional components that a child takes, with their days. */
export function OptionList({ options, components, onEdit, onChanged }: OptionListProps) {
  const { t } = useTranslation('fees.payers')
  const pick = useBilingual()
  const format = useFormat()
  const errorText = useErrorText()
  const may = useRights()
  const { mutate, isPending, error } = useMutation(dropOption, { onSuccess: onChanged })
  const day = (on: string) => format.day(`${on}T12:00Z`)
  const nameOf = ({ component }: FeeOption) => {
    const found = components.find(({ code }) => code === component)
    return found ? pick(found.name) : component
  }
  if (options.length === 0) return <p className={common.softLine}>{t('terms.none')}</p>
  return (
    <>
      <ul className={common.list}>
        {options.map((option) => (
          <li key={option.id}>
            <p className={common.name}>
              <bdi>{nameOf(option)}</bdi>
            </p>
            <p className={common.smallLine}>
              {option.untilOn === null
                ? t('terms.from', { from: day(option.fromOn) })
                : t('terms.between', { from: day(option.fromOn), until: day(option.untilOn) })}
            </p>
            {may('fees.setup') && (
              <div className={common.row}>
                <Button
                  kind="quiet"
                  aria-label={`${t('terms.edit')}: ${nameOf(option)}`}
                  onClick={() => onEdit(option)}
                >
                  {t('terms.edit')}
                </Button>
                <Button
                  kind="quiet"
                  aria-label={`${t('terms.remove')}: ${nameOf(option)}`}
                  isWorking={isPending}
                  onClick={() => void mutate(option.id)}
                >
                  {t('terms.remove')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </>
  )
}
