// chunk: chooser
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { tenantAtom } from '#client/platform/session/school.atoms.ts'
import { adoptTenant, refreshSchool } from '#client/platform/session/tenant.ts'
import { SearchIcon } from '#client/ui/icons/place-icons.tsx'
import { EntryLayout } from './layout/entry-layout.tsx'
import { Notice } from './layout/notice.tsx'
import css from './school-chooser.module.css'

/** Opens the school where there is one by now: it may have been created since the page was opened. */
async function openIfKnown(code: string | null): Promise<void> {
  const { isSchoolKnown } = await import('./school-list.api.ts')
  if (!code || !(await isSchoolKnown())) return
  adoptTenant(code)
  await refreshSchool()
}

/** The address names a school that is not here. Never another school's page. */
export function UnknownSchool() {
  const { t } = useTranslation()
  const { code } = useAtomValue(tenantAtom)
  return (
    <EntryLayout>
      <Notice
        icon={<SearchIcon size={24} />}
        title={t('unknownSchool.title')}
        actions={
          <button type="button" className={css.again} onClick={() => void openIfKnown(code)}>
            {t('crash.retry')}
          </button>
        }
      >
        <p>
          {t('unknownSchool.text')} <bdi dir="ltr">{code}</bdi>
        </p>
        <p>{t('unknownSchool.advice')}</p>
      </Notice>
    </EntryLayout>
  )
}
