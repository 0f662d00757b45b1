import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { tenantAtom } from '#client/platform/school.atoms.ts'
import { SearchIcon } from '#client/ui/place-icons.tsx'
import { EntryLayout } from './entry-layout.tsx'
import { Notice } from './notice.tsx'

/** The address names a school that is not here. Never another school's page. */
export function UnknownSchool() {
  const { t } = useTranslation()
  const { code } = useAtomValue(tenantAtom)
  return (
    <EntryLayout>
      <Notice icon={<SearchIcon size={24} />} title={t('unknownSchool.title')}>
        <p>
          {t('unknownSchool.text')} <bdi dir="ltr">{code}</bdi>
        </p>
        <p>{t('unknownSchool.advice')}</p>
      </Notice>
    </EntryLayout>
  )
}
