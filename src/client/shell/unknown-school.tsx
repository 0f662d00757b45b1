// chunk: chooser
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { tenantAtom } from '#client/platform/session/school.atoms.ts'
import { SearchIcon } from '#client/ui/icons/place-icons.tsx'
import { EntryLayout } from './layout/entry-layout.tsx'
import { Notice } from './layout/notice.tsx'
import { NoSchool } from './no-school.tsx'

/** The address names a school that is not here. Never another school's page. */
export function UnknownSchool() {
  const { t } = useTranslation()
  const { code } = useAtomValue(tenantAtom)
  return (
    <NoSchool>
      <EntryLayout>
        <Notice icon={<SearchIcon size={24} />} title={t('unknownSchool.title')}>
          <p>
            {t('unknownSchool.text')} <bdi dir="ltr">{code}</bdi>
          </p>
          <p>{t('unknownSchool.advice')}</p>
        </Notice>
      </EntryLayout>
    </NoSchool>
  )
}
