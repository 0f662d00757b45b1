import { useTranslation } from 'react-i18next'
import { isKnownFlag } from '../flags.ts'

/** A flag in plain words; one that this release does not know is shown as it is. */
export function FlagText({ flag }: { flag: string }) {
  const { t } = useTranslation('pos.reports')
  return <>{isKnownFlag(flag) ? t(`flag.${flag}`) : flag}</>
}
