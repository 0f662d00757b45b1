// chunk: chooser
import { Outlet, useLocation } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { tenantAtom } from '#client/platform/session/school.atoms.ts'
import { adoptTenant, refreshSchool } from '#client/platform/session/tenant.ts'
import { NextIcon, SearchIcon } from '#client/ui/icons/place-icons.tsx'
import { EntryLayout } from './layout/entry-layout.tsx'
import { Notice } from './layout/notice.tsx'
import css from './school-chooser.module.css'
import type { ListedSchool } from './school-list.api.ts'

/** On a host of no school: what is said there, but for the page that creates the first one. */
export function NoSchool() {
  const { state } = useAtomValue(tenantAtom)
  const isSetup = useLocation({ select: ({ pathname }) => pathname === '/setup' })
  if (isSetup) return <Outlet />
  return state === 'choose' ? <SchoolChooser /> : <UnknownSchool />
}

/** Opens the school where there is one by now: it may have been created since the page was opened. */
async function openIfKnown(code: string | null): Promise<void> {
  const { isSchoolKnown } = await import('./school-list.api.ts')
  if (!code || !(await isSchoolKnown())) return
  adoptTenant(code)
  await refreshSchool()
}

/** The address names a school that is not here. Never another school's page. */
function UnknownSchool() {
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

type Loaded = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; schools: ListedSchool[] | null }

const load = (): Promise<Loaded> =>
  import('./school-list.api.ts')
    .then(({ listSchools }) => listSchools())
    .then(
      (schools) => ({ state: 'ready', schools }),
      () => ({ state: 'failed' }),
    )

function useSchools(): [Loaded, () => void] {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })
  useEffect(() => void load().then(setLoaded), [])
  const again = () => {
    setLoaded({ state: 'loading' })
    void load().then(setLoaded)
  }
  return [loaded, again]
}

async function choose(code: string): Promise<void> {
  adoptTenant(code)
  await refreshSchool()
}

/** On a host that names no school: all of them, to choose from or to go to; or where they are to be found. */
function SchoolChooser() {
  const { t } = useTranslation()
  const [loaded, again] = useSchools()
  const schools = loaded.state === 'ready' ? loaded.schools : []
  return (
    <EntryLayout>
      <section className={css.chooser}>
        <h1 className={css.title}>{t(schools ? 'chooseSchool.title' : 'chooseSchool.byAddress')}</h1>
        {!schools && <p>{t('chooseSchool.askForAddress')}</p>}
        {loaded.state === 'failed' && (
          <p role="alert">
            {t('chooseSchool.failed')}{' '}
            <button type="button" className={css.again} onClick={again}>
              {t('crash.retry')}
            </button>
          </p>
        )}
        {loaded.state === 'ready' && schools?.length === 0 && <p>{t('chooseSchool.none')}</p>}
        <ul className={css.list} aria-busy={loaded.state === 'loading'}>
          {schools?.map((school) => (
            <li key={school.code}>
              {school.address ? (
                <a className={css.school} href={school.address}>
                  <SchoolName school={school} />
                </a>
              ) : (
                <button type="button" className={css.school} onClick={() => void choose(school.code)}>
                  <SchoolName school={school} />
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>
    </EntryLayout>
  )
}

/** A school's picture and name, and what tells it from others of the same name: its address, or its code. */
function SchoolName({ school: { code, name, logo, address } }: { school: ListedSchool }) {
  const pick = useBilingual()
  return (
    <>
      {logo && <img src={logo} alt="" className={css.logo} />}
      <span className={css.name}>
        {pick(name)}
        <bdi dir="ltr" className={css.code}>
          {address ? new URL(address).host : code}
        </bdi>
      </span>
      <NextIcon />
    </>
  )
}
