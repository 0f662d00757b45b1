// chunk: desk-frame
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { loadWords } from '#client/i18n/i18n.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { OpenListIcon } from '#client/ui/icons/frame-icons.tsx'
import type { LinkedSchool } from '#shared/identity/linked-schools.contract.ts'
import menu from '../theme/profile-menu.module.css'
import css from './school-switcher.module.css'

const calls = () => import('./school-switcher.api.ts')

/** Without a network nothing is shown: no other school opens then either. */
function useSchools(): readonly LinkedSchool[] {
  const { token } = useAtomValue(sessionAtom)
  const [schools, setSchools] = useState<readonly LinkedSchool[]>([])
  useEffect(() => {
    let isGone = false
    const read = async () => {
      const found = await (await calls()).readSchools()
      if (!isGone) setSchools(found)
    }
    if (token) void read().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [token])
  return schools
}

/** Beside the school's name, for who has accounts in several schools: the others. The browser's own popover. */
export function SchoolSwitcher() {
  const { t } = useTranslation('frame')
  const errorText = useErrorText()
  const pick = useBilingual()
  const schools = useSchools()
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const { mutate, isPending, error } = useMutation(async (schoolId: string) => {
    await loadWords('errors')
    await (await calls()).goToSchool(schoolId)
  })
  if (schools.length < 2) return null
  return (
    <>
      <button type="button" className={css.opener} popoverTarget={listId} aria-label={t('schools.open')}>
        <OpenListIcon />
      </button>
      <div ref={list} id={listId} popover="auto" className={`${menu.menu} ${css.list}`} data-autoclose>
        <p className={menu.who}>
          <strong>{t('schools.title')}</strong>
        </p>
        {schools.map(({ schoolId, name, host, isThis, state }) => (
          <button
            key={schoolId}
            type="button"
            className={`${menu.item} ${css.school}`}
            aria-current={isThis || undefined}
            disabled={isPending || state === 'closed'}
            onClick={() => (isThis ? list.current?.hidePopover() : void mutate(schoolId))}
          >
            <bdi>{pick(name)}</bdi>
            <small>
              {isThis ? t('schools.here') : state === 'closed' ? t('schools.closed') : <bdi dir="ltr">{host}</bdi>}
            </small>
          </button>
        ))}
        {error && (
          <p role="alert" className={css.bad}>
            {errorText(error)}
          </p>
        )}
        <Link
          to="/profile/$tab"
          params={{ tab: 'schools' }}
          className={menu.item}
          data-last
          onClick={() => list.current?.hidePopover()}
        >
          {t('schools.manage')}
        </Link>
      </div>
    </>
  )
}
